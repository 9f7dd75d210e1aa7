/** Settings worth a look, one click each. */
import type { Try } from "../../lab/lab-element.ts";
import type { RelativeState } from "./state.ts";
import { type RelativeKey, t } from "./strings.ts";

type Change = Partial<RelativeState>;

const BARE: Change = { mask: "none", query: 1, key: 0, heads: 2 };

const TRIES: readonly (readonly [name: string, change: Change, beside?: Change])[] = [
  ["example", {}],
  ["far", { contents: [8, 2, 2, 2, 2] }],
  ["twelve", { heads: 12, head: 9, second: 1 }],
  [
    "future",
    { mask: "none", query: 2, key: 4, reach: 16 },
    { mask: "none", query: 2, key: 4, reach: 16, direction: "symmetric" },
  ],
  ["buckets", { method: "t5_bias", reach: 128, second: 0 }],
  [
    "sides",
    { method: "t5_bias", mask: "none", reach: 40, second: 0, query: 2, key: 4, bidirectional: true },
    { method: "t5_bias", mask: "none", reach: 40, second: 0, query: 2, key: 4 },
  ],
  ["kerple", { method: "kerple", reach: 256, second: 0 }, { reach: 256, second: 0 }],
  ["sandwich", { method: "sandwich", reach: 256, head: 8, second: 1 }],
  ["fire", { method: "fire", threshold: 16, reach: 64 }, { method: "fire", threshold: 16, reach: 256 }],
  ["shaw", { ...BARE, method: "shaw", clip: 1 }],
  ["transformer_xl", { method: "transformer_xl", query: 2, key: 0, heads: 2 }],
  ["deberta", { ...BARE, method: "deberta" }],
  ["cope", { method: "cope", query: 2, key: 0, heads: 2 }],
];

export const tries = (): readonly Try<RelativeState>[] =>
  TRIES.map(([name, change, beside]) => ({
    name,
    text: t(`try.${name}` as RelativeKey),
    change,
    ...(beside ? { beside } : {}),
  }));
