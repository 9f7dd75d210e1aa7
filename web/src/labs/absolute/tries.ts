/** Settings worth a look: what to look at, not what to believe. */
import type { Try } from "../../lab/lab-element.ts";
import type { AbsoluteState } from "./state.ts";
import { type AbsoluteKey, t } from "./strings.ts";

const TRIES: readonly Omit<Try<AbsoluteState>, "text">[] = [
  { name: "small", change: { d_model: 4, positions: 3, p: 1, k: 1, pair: 0 } },
  { name: "decay", change: { d_model: 128, positions: 128, p: 0, k: 15 } },
  { name: "base", change: { base: 100, positions: 128, k: 40 }, beside: { positions: 128, k: 40 } },
  { name: "tensor2tensor", change: { method: "tensor2tensor", pair: 31 }, beside: { pair: 31 } },
  { name: "odd", change: { d_model: 5, positions: 32, pair: 1 } },
  { name: "bert", change: { method: "learned", rows: 512, d_model: 768, trained: 512 } },
  { name: "outside", change: { method: "learned", rows: 32, trained: 24, positions: 40, p: 28, k: 3 } },
  {
    name: "extend",
    change: { method: "learned", rows: 32, trained: 32, positions: 64, extension: "interpolate" },
    beside: { method: "learned", rows: 32, trained: 32, positions: 64, extension: "hierarchical" },
  },
];

export const tries = (): Try<AbsoluteState>[] =>
  TRIES.map((one) => ({ ...one, text: t(`try.${one.name}` as AbsoluteKey) }));
