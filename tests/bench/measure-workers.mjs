// The public API with one worker and with two, results in hand: what an application gains from a second core.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { interleave, timeRun } from "./rounds.mjs";

const library = join(import.meta.dirname, "../../build/node/posenc.mjs");

// Numbers in [-2, 2] that need no generator: which ones they are does not matter here.
function tensor(shape, step) {
  const data = new Float32Array(shape.reduce((product, extent) => product * extent));
  for (let at = 0; at < data.length; ++at) data[at] = 2 * Math.sin(at * step);
  return { shape, data };
}

export async function measureWorkers(_engines, group) {
  const { createPosenc } = await import(pathToFileURL(library).href);
  const { heads, tokens, headDim } = group.sizes;
  const [query, key, value] = [1.1, 1.3, 1.7].map((step) => tensor([heads, tokens, headDim], step));
  const problem = { input: { kind: "tensors", query, key, value } };
  const instances = {};
  for (const workers of [1, 2]) instances[workers] = await createPosenc({ engine: "wasm", workers });
  const candidates = Object.entries(instances).map(([name, posenc]) => ({
    name,
    sample: (milliseconds) => timeRun(() => posenc.attention(problem, { outputs: ["output"] }), milliseconds),
  }));
  const seconds = await interleave(candidates, group.rounds);
  for (const posenc of Object.values(instances)) posenc.close();
  return { id: group.id, kind: group.kind, sizes: group.sizes, seconds };
}
