/** States worth a look. Each sentence says where to look; the numbers on the page answer. */
import type { Try } from "../../lab/lab-element.ts";
import { MOST_TOKENS, type ScoresState } from "./state.ts";
import { type ScoresKey, t } from "./strings.ts";

const ALL = [0, MOST_TOKENS, 0, MOST_TOKENS];

const TRIES: readonly Omit<Try<ScoresState>, "text">[] = [
  { name: "heads", change: { head: 3 }, beside: { head: 0 } },
  { name: "far", change: { repeat: 8, query: 103, head: 1, head_dim: 32, seed: 3, zoom: ALL } },
  {
    name: "same",
    change: { text: "dog", repeat: 16, query: 15, method: "rotary", mask: "none" },
    beside: { text: "dog", repeat: 16, query: 15, method: "sinusoidal", mask: "none" },
  },
  {
    name: "decay",
    change: { text: "dog", repeat: 200, query: 199, method: "rotary", head_dim: 16, seed: 5 },
  },
  {
    name: "window",
    change: { method: "none", mask: "window", window: 4 },
    beside: { method: "alibi", mask: "causal" },
  },
  {
    name: "order",
    change: { text: "人咬狗", query: 1, method: "none", mask: "none" },
    beside: { text: "狗咬人", query: 1, method: "none", mask: "none" },
  },
  {
    name: "scripts",
    change: { text: "שלום <b>dog</b> 👩‍👩‍👧 é 狗咬人 مرحبا", query: 5, method: "t5_bias", mask: "none" },
  },
  { name: "long", change: { repeat: 153, query: 1500, method: "rotary", head_dim: 16 } },
];

export const triesOf = (): Try<ScoresState>[] =>
  TRIES.map((one) => ({ ...one, text: t(`try.${one.name}` as ScoresKey) }));
