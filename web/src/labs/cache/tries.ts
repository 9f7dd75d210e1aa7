/** States worth a look. */
import type { Try } from "../../lab/lab-element.ts";
import type { CacheState } from "./state.ts";
import { type CacheKey, t } from "./strings.ts";

/** Base 10000 up to 4 tokens, then 22500, 40000, 62500, 90000. */
const SMALL: Partial<CacheState> = {
  method: "dynamic_ntk",
  text: "a b c d e f g h",
  head_dim: "4",
  original: 4,
  step: 8,
};

const TRIES: readonly (Omit<Try<CacheState>, "text"> & { name: string })[] = [
  { name: "rotary", change: { step: 5 } },
  { name: "frozen", change: SMALL },
  { name: "static", change: { ...SMALL, policy: "static" }, beside: SMALL },
  { name: "sticky", change: { ...SMALL, policy: "sticky", longest: 64 }, beside: SMALL },
  { name: "longrope", change: { method: "longrope", factor: 8, step: 9 } },
  { name: "alibi", change: { method: "alibi" }, beside: {} },
  { name: "learned", change: { method: "learned", drop: 4 } },
  { name: "xpos", change: { method: "xpos", drop: 8 }, beside: { drop: 8 } },
  { name: "gqa", change: { heads: "8", kv_heads: "1" }, beside: { heads: "8", kv_heads: "8" } },
];

export const tries = (): Try<CacheState>[] => TRIES.map((one) => ({ ...one, text: t(`try.${one.name}` as CacheKey) }));
