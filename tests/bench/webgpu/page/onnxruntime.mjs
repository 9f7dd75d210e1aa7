// onnxruntime-web's WebGPU provider in two forms: the graph that exporters write, and the operator MultiHeadAttention,
// which takes and gives [1, tokens, heads * headDim]. The output stays on the GPU until it is read.
import { requestAdapter } from "../../../../web/src/engine/webgpu/device.ts";
import { largestDifference, TOLERANCE } from "../agreement.mjs";
import { joinHeads, splitHeads } from "./heads.mjs";
import { makeInputs } from "./inputs.mjs";

// Enough for the operator to take its fused kernels.
const PROBE = { heads: 1, tokens: 64, headDim: 64, mask: "full" };

async function importRuntime() {
  const folder = new URL("onnxruntime/", document.baseURI).href;
  // Not bundled: its .wasm must stay where it looks for it.
  const ort = await import(/* @vite-ignore */ `${folder}ort.webgpu.min.mjs`);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = folder;
  ort.env.webgpu.powerPreference = "high-performance";
  ort.env.logLevel = "error";
  return ort;
}

async function createSession(ort, form, { heads, tokens, headDim, mask }, device) {
  const answer = await fetch(`model?${new URLSearchParams({ form, heads, tokens, headDim, mask })}`);
  return ort.InferenceSession.create(new Uint8Array(await answer.arrayBuffer()), {
    executionProviders: [device ? { name: "webgpu", device } : "webgpu"],
    preferredOutputLocation: "gpu-buffer",
  });
}

function candidateOf(ort, session, shape, inputs) {
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([name, numbers]) => [name, new ort.Tensor("float32", numbers, shape)]),
  );
  return {
    async run() {
      const { output } = await session.run(feeds);
      return {
        async read() {
          const numbers = await output.getData();
          output.dispose();
          return numbers;
        },
      };
    },
    free: () => session.release(),
  };
}

async function graph(ort, group, inputs) {
  const session = await createSession(ort, "graph", group);
  return candidateOf(ort, session, [group.heads, group.tokens, group.headDim], inputs);
}

// device: undefined for the one that onnxruntime-web makes.
async function operator(ort, group, inputs, device) {
  const session = await createSession(ort, "operator", group, device);
  const joined = Object.fromEntries(Object.entries(inputs).map(([name, numbers]) => [name, joinHeads(group, numbers)]));
  const candidate = candidateOf(ort, session, [1, group.tokens, group.heads * group.headDim], joined);
  return { ...candidate, toHeads: (numbers) => splitHeads(group, numbers) };
}

// As onnxruntime-web asks for its own, with all that the adapter has but subgroups (their size control brings them).
async function deviceWithoutSubgroups() {
  const adapter = await requestAdapter();
  const limits = ["maxBufferSize", "maxStorageBufferBindingSize", "maxComputeWorkgroupStorageSize"];
  const requiredLimits = Object.fromEntries(limits.map((limit) => [limit, adapter.limits[limit]]));
  const requiredFeatures = [...adapter.features].filter((feature) => !feature.startsWith("subgroup"));
  return adapter.requestDevice({ requiredLimits, requiredFeatures });
}

async function operatorAgrees(ort) {
  const inputs = makeInputs(PROBE);
  const outputs = [];
  for (const make of [graph, operator]) {
    const candidate = await make(ort, PROBE, inputs);
    const numbers = await (await candidate.run()).read();
    outputs.push(candidate.toHeads?.(numbers) ?? numbers);
    await candidate.free();
  }
  return largestDifference(...outputs) <= TOLERANCE;
}

export async function openOnnxRuntime() {
  const ort = await importRuntime();
  // Version 1.30.0 gives wrong numbers where subgroups have 4 lanes (SwiftShader): the operator then gets a device
  // without that feature.
  const agrees = await operatorAgrees(ort);
  const { adapterInfo } = await ort.env.webgpu.device;
  const device = agrees ? undefined : await deviceWithoutSubgroups();
  return {
    adapterInfo,
    version: ort.env.versions.web,
    operatorDevice: agrees ? "its own device" : "a device without subgroups (with them its numbers are wrong here)",
    graph: (group, inputs) => graph(ort, group, inputs),
    operator: (group, inputs) => operator(ort, group, inputs, device),
  };
}
