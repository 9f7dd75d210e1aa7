/** Settings worth measuring. */
import type { Try } from "../../lab/lab-element.ts";
import type { CostState } from "./state.ts";
import { type CostKey, t } from "./strings.ts";

const TRIES: readonly Omit<Try<CostState>, "text">[] = [
  { name: "one_percent", change: { tokens: 2048 } },
  { name: "short", change: { tokens: 128, rounds: 31 }, beside: { tokens: 1024 } },
  { name: "alibi", change: { method: "alibi", tokens: 1024 } },
  { name: "narrow", change: { method: "alibi", head_dim: "16" }, beside: { method: "alibi", head_dim: "64" } },
  { name: "all", change: { method: "cope", set: "all" } },
  { name: "gpu", change: { engine: "webgpu", tokens: 1024 } },
];

export const tries = (): Try<CostState>[] => TRIES.map((one) => ({ ...one, text: t(`try.${one.name}` as CostKey) }));
