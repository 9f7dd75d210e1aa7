/** States worth a look. The sentence says what to look at; the numbers say the rest. */
import type { Try } from "../../lab/lab-element.ts";
import type { RotationState } from "./state.ts";
import { type RotationKey, t } from "./strings.ts";

type Change = Partial<RotationState>;

/** One pair that makes a quarter turn per position: a teaching value. */
const QUARTER: Change = { inv_freq: [Math.PI / 2], q: [1, 0], k: [1, 0], reach: 16 };
const LARGE: Change = { head_dim: 128, same: true, reach: 2048, i: 100, j: 0 };

export const TRIES: Readonly<Record<string, { change: Change; beside?: Change }>> = {
  quarter: { change: { ...QUARTER, i: 0, j: 1 } },
  shifted: { change: { ...QUARTER, i: 4, j: 5 }, beside: { ...QUARTER, i: 0, j: 1 } },
  half: { change: { ...QUARTER, i: 0, j: 2 } },
  content: { change: { ...QUARTER, k: [0, 1], i: 0, j: 1 }, beside: { ...QUARTER, i: 0, j: 1 } },
  periodic: { change: { ...QUARTER, i: 4, j: 0 } },
  decay: { change: LARGE },
  unrelated: { change: { ...LARGE, same: false } },
  base: { change: { ...LARGE, theta: 500000 }, beside: LARGE },
  layouts: {
    change: { q: [1, 2, 3, 4], k: [4, 3, 2, 1], pairing: "interleaved" },
    beside: { q: [1, 2, 3, 4], k: [4, 3, 2, 1] },
  },
  mixed: { change: { q: [1, 0, 0, 1], k: [0, 1, 1, 0] } },
  partial: { change: { head_dim: 16, share: "0.25" } },
  xpos: { change: { ...LARGE, xpos: true }, beside: LARGE },
  qwen: {
    change: { layout: "interleaved", sections: [24, 20, 20], rows: 4, columns: 6 },
    beside: { sections: [16, 24, 24], rows: 4, columns: 6 },
  },
  misfit: { change: { layout: "interleaved", sections: [16, 24, 24] } },
  axial: { change: { layout: "axial", sections: [0, 4, 4], rows: 4, columns: 4 } },
  odd: { change: { head_dim: 7 } },
};

export const tries = (): Try<RotationState>[] =>
  Object.entries(TRIES).map(([name, { change, beside }]) => ({
    name,
    text: t(`try.${name}` as RotationKey),
    change,
    ...(beside ? { beside } : {}),
  }));
