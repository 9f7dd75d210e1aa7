/** Worked examples: small problems whose numbers can be checked by hand, and the cell to look at. */
import { language } from "../../i18n/language.ts";
import { complete, type LabProblem } from "../../state/defaults.ts";
import type { CellPlace } from "./pieces.ts";
import { startTokens } from "./presets.ts";

export interface Example {
  name: string;
  make(): LabProblem;
  cell: CellPlace;
}

const column = (...numbers: number[]): number[][] => numbers.map((number) => [number]);
const same = (row: number[], count: number): number[][] => Array.from({ length: count }, () => row);
const quarterTurn = { kind: "rotary", inv_freq: [Math.PI / 2] } as const;

export const EXAMPLES: readonly Example[] = [
  {
    name: "sinusoidal",
    make: () =>
      complete({
        input: { kind: "tokens", tokens: startTokens(language()), model_dim: 4 },
        method: { kind: "sinusoidal" },
      }),
    cell: { figure: "pe", row: 1, column: 0 },
  },
  {
    name: "learned",
    make: () =>
      complete({
        input: {
          kind: "embeddings",
          embeddings: [
            [1, 0],
            [0, 1],
            [1, 1],
          ],
          projections: "identity",
        },
        method: {
          kind: "learned",
          table: [
            [0.1, 0.2],
            [0.2, 0.3],
            [0.3, 0.4],
          ],
          segments: [0, 0, 1],
          segment_table: [
            [0, 0],
            [1, -1],
          ],
        },
      }),
    cell: { figure: "input", row: 2, column: 0 },
  },
  {
    name: "shaw",
    make: () =>
      complete({
        input: { kind: "tokens", tokens: startTokens(language()) },
        method: { kind: "shaw", max_relative_position: 1 },
      }),
    cell: { figure: "scores", row: 1, column: 0 },
  },
  {
    name: "alibi",
    make: () =>
      complete({
        input: { kind: "tensors", query: same([2], 5), key: same([1], 5), value: column(0, 1, 2, 3, 4) },
        method: { kind: "alibi", slopes: [0.5] },
        mask: { kind: "causal" },
        scale: 1,
      }),
    cell: { figure: "scores", row: 4, column: 3 },
  },
  {
    name: "rotary",
    make: () =>
      complete({
        input: { kind: "tensors", query: same([1, 0], 6), key: same([1, 0], 6), value: column(0, 1, 2, 3, 4, 5) },
        method: quarterTurn,
        scale: 1,
        // Between equal rows a reversal would keep every score.
        permutation: [1, 0, 2, 3, 4, 5],
      }),
    cell: { figure: "scores", row: 0, column: 2 },
  },
  {
    name: "rotary_keys",
    make: () =>
      complete({
        input: {
          kind: "tensors",
          query: same([1, 0], 3),
          key: [
            [1, 0],
            [0, 1],
            [1, 0],
          ],
          value: column(0, 1, 2),
        },
        method: quarterTurn,
        scale: 1,
      }),
    cell: { figure: "scores", row: 0, column: 1 },
  },
];
