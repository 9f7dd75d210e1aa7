// The ratios of a report, as in ../rows.mjs: of time on the GPU, and one of whole calls against the core.
import { ratio } from "../statistics.mjs";

export const WEBGPU_GOALS = {
  onnxruntime: { text: "onnxruntime-web / ours, n ≥ 1024, on the GPU", atLeast: 1.5 },
};
const GOAL_FROM_TOKENS = 1024;
const PEERS = { "onnxruntime-web graph": "onnxruntime", "onnxruntime-web operator": "onnxruntime", unfused: undefined };

function rowsOfGroup({ id, tokens, times }) {
  const peers = Object.entries(PEERS)
    .filter(([peer]) => times[peer])
    .map(([peer, goal]) => ({
      text: `${peer} / ours, ${id}`,
      ...ratio(times[peer].gpu, times.posenc.gpu),
      goal: tokens >= GOAL_FROM_TOKENS ? goal : undefined,
    }));
  const whole = ratio(times["posenc WASM"].whole, times.posenc.whole);
  return [...peers, { text: `ours on WASM / ours, whole call, ${id}`, ...whole }];
}

export const rowsOf = ({ groups }) => groups.flatMap(rowsOfGroup);
