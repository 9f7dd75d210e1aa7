// The page that computes. Node tells it what to prepare and which engine has its turn, through window.posencBench.
import { describeAdapter } from "../../../../web/src/engine/webgpu/device.ts";
import { largestDifference } from "../agreement.mjs";
import { makeInputs } from "./inputs.mjs";
import { openOnnxRuntime } from "./onnxruntime.mjs";
import { openPosenc } from "./posenc.mjs";
import { watchQueues } from "./queue-clock.mjs";
import { openUnfused } from "./unfused.mjs";

const clock = watchQueues();
let engines;
let candidates = {};

async function open() {
  engines = {
    webgpu: await openPosenc("webgpu"),
    wasm: await openPosenc("wasm"),
    onnxRuntime: await openOnnxRuntime(),
    unfused: await openUnfused(),
  };
  const { webgpu, onnxRuntime, unfused } = engines;
  return {
    version: onnxRuntime.version,
    operatorDevice: onnxRuntime.operatorDevice,
    adapters: {
      posenc: webgpu.adapter,
      "onnxruntime-web": describeAdapter(onnxRuntime.adapterInfo),
      unfused: describeAdapter(unfused.adapterInfo),
    },
  };
}

const makers = {
  posenc: ({ webgpu }, ...problem) => webgpu.attention(...problem),
  "onnxruntime-web graph": ({ onnxRuntime }, ...problem) => onnxRuntime.graph(...problem),
  "onnxruntime-web operator": ({ onnxRuntime }, ...problem) => onnxRuntime.operator(...problem),
  unfused: ({ unfused }, ...problem) => unfused.attention(...problem),
  "posenc WASM": ({ wasm }, ...problem) => wasm.attention(...problem),
};

async function prepare({ group, without }) {
  const inputs = makeInputs(group);
  for (const [name, make] of Object.entries(makers))
    if (!without.includes(name)) candidates[name] = await make(engines, group, inputs);
  return Object.keys(candidates);
}

async function free() {
  for (const candidate of Object.values(candidates)) await candidate.free();
  candidates = {};
}

// One call from arrays to an array, in seconds. gpu: see queue-clock.mjs; read_back: from then until the array is there.
async function timed(name) {
  clock.start();
  const start = performance.now();
  const result = await candidates[name].run();
  const work = await clock.finished();
  const output = await result.read();
  const end = performance.now();
  const whole = (end - start) / 1000;
  if (!work) return { output, seconds: { whole } };
  return { output, seconds: { whole, gpu: (work.last - work.first) / 1000, read_back: (end - work.last) / 1000 } };
}

const sample = async (name) => (await timed(name)).seconds;

// Of an engine's output from that of the core, and how long the engine took.
async function difference(name) {
  const { output: expected } = await timed("posenc WASM");
  const { output, seconds } = await timed(name);
  return {
    difference: largestDifference(candidates[name].toHeads?.(output) ?? output, expected),
    seconds: seconds.whole,
  };
}

window.posencBench = { open, prepare, sample, difference, free };
