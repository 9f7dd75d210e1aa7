// One size of plain attention: this project beside onnxruntime-web and both forms of tfjs, full and causal.
import { describe } from "./plan.mjs";
import { interleave, timeRun } from "./rounds.mjs";

export const TOLERANCE = 1e-5;

const largestDifference = (a, b) => {
  if (a.length !== b.length) throw new Error(`results of ${a.length} and ${b.length} numbers cannot be compared`);
  return a.reduce((largest, number, at) => Math.max(largest, Math.abs(number - b[at])), 0);
};

async function peersOf({ onnxRuntime, tfjs }, group, sizes, inputs) {
  const peers = {
    "onnxruntime-web": await onnxRuntime.attention(sizes, inputs),
    "tfjs per head": tfjs.perHead(sizes, inputs),
  };
  if (group.batchedMasks.includes(sizes.causal ? "causal" : "full"))
    peers["tfjs batched"] = tfjs.batched(sizes, inputs);
  return peers;
}

export async function measureForward(engines, group) {
  const count = group.sizes.heads * group.sizes.tokens * group.sizes.headDim;
  const peak = engines.posenc.workload("peak");
  peak.run();
  const flops = { peak: peak.flops() };
  const differences = {};
  const held = [peak];
  const candidates = [{ name: "peak", sample: (milliseconds) => timeRun(peak.run, milliseconds) }];
  for (const mask of group.masks) {
    const sizes = { ...group.sizes, causal: mask === "causal" };
    const own = engines.posenc.workload(`attention none ${mask} ${describe(sizes)}`);
    own.run();
    const expected = own.output(count);
    const peers = await peersOf(engines, group, sizes, own.inputs(count));
    for (const [name, peer] of Object.entries(peers)) {
      const difference = largestDifference(expected, await peer.output());
      if (!(difference <= TOLERANCE))
        throw new Error(`${group.id}, ${mask}: ${name} differs by ${difference}, more than ${TOLERANCE}`);
      differences[`${name} ${mask}`] = difference;
    }
    for (const [name, workload] of Object.entries({ posenc: own, ...peers })) {
      flops[`${name} ${mask}`] = own.flops();
      held.push(workload);
      candidates.push({ name: `${name} ${mask}`, sample: (milliseconds) => timeRun(workload.run, milliseconds) });
    }
  }
  const seconds = await interleave(candidates, group.rounds);
  for (const workload of held) await workload.free();
  return { id: group.id, kind: group.kind, sizes: group.sizes, flops, differences, seconds };
}
