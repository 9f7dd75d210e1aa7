/** Every formula that the lab writes out must give the number that the engine computed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Mask, type Method, type Posenc } from "../../../web/src/engine/index.ts";
import { explain } from "../../../web/src/labs/order/explain.ts";
import { textOf } from "../../../web/src/labs/order/pieces.ts";
import { figureOf, makeView, PIPELINE_FIGURES, type Side, valuesOf } from "../../../web/src/labs/order/view.ts";
import { type LabProblem, shorten } from "../../../web/src/state/defaults.ts";
import { readProblem } from "../../../web/src/state/read-problem.ts";

const OUTPUTS = [
  "input",
  "encoding",
  "query",
  "key",
  "value",
  "rotated_query",
  "rotated_key",
  "scores",
  "weights",
  "output",
] as const;

const METHODS: Method[] = [
  { kind: "none" },
  { kind: "sinusoidal" },
  { kind: "sinusoidal", base: 50 },
  { kind: "alibi" },
  { kind: "alibi", direction: "symmetric" },
  { kind: "alibi", slopes: [0.5, 0.1, 0.25] },
  { kind: "rotary" },
  { kind: "rotary", pairing: "interleaved", rotary_dim: 4, rope_theta: 100 },
  { kind: "rotary", inv_freq: [1, 0.5, 0.2, 0.1] },
];
const MASKS: Mask[] = [
  { kind: "none" },
  { kind: "causal" },
  { kind: "sliding_window", window: 2 },
  { kind: "bits", rows: ["0000", "1010", "1111", "0001"] },
];

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "reference" });
});
afterAll(() => posenc.close());

const input = { kind: "tokens", tokens: ["the", "dog", "the", "man"], heads: 3, head_dim: 8, model_dim: 8, seed: 3 };
const EXTRAS = [{}, { scale: 1, softcap: 2 }, { query_positions: [4, 1, 7, 2], key_positions: [4, 1, 7, 2] }];

describe.each(METHODS.map((method) => [JSON.stringify(method), method] as const))("%s", (_, method) => {
  test.each(MASKS.flatMap((mask) => EXTRAS.map((extra) => [JSON.stringify({ mask, ...extra }), mask, extra] as const)))(
    "%s",
    async (_name, mask, extra) => {
      const problem: LabProblem = readProblem({
        input,
        method,
        mask,
        permutation: [2, 0, 3, 1],
        permute_mask: true,
        ...extra,
      });
      const data = await posenc.equivariance(shorten(problem), { outputs: OUTPUTS });
      let checked = 0;
      const faults: string[] = [];
      for (const side of ["original", "permuted"] as Side[]) {
        for (let head = 0; head < 3; ++head) {
          const view = makeView(problem, data, side, head);
          for (const figure of [...PIPELINE_FIGURES, "difference", "mean"] as const) {
            const values = valuesOf(view, figure);
            if (!values) continue;
            const { columns, rows } = figureOf(view, figure, ["a", "b", "c"]);
            expect(values).toHaveLength(rows.length * columns.length);
            for (let row = 0; row < rows.length; ++row) {
              for (let column = 0; column < columns.length; ++column) {
                const explanation = explain(view, { figure, row, column });
                const shown = values[row * columns.length + column] as number;
                if (!explanation || (shown === -Infinity && explanation.note !== "hidden"))
                  faults.push(`${figure} ${row} ${column}`);
                else if (!Number.isNaN(explanation.value)) {
                  checked++;
                  if (!(Math.abs(explanation.value - shown) < 1e-9))
                    faults.push(`${figure} ${row} ${column}: ${explanation.value}, not ${shown}`);
                }
              }
            }
          }
        }
      }
      expect(faults).toEqual([]);
      expect(checked).toBeGreaterThan(400);
    },
  );
});

test("the text holds the numbers of the cell", async () => {
  const problem = readProblem({
    input: { kind: "tokens", tokens: ["狗", "咬", "人"] },
    method: { kind: "alibi" },
    mask: { kind: "causal" },
  });
  const data = await posenc.equivariance(shorten(problem), { outputs: OUTPUTS });
  const view = makeView(problem, data, "original", 0);
  const score = explain(view, { figure: "scores", row: 1, column: 0 });
  expect(textOf(score?.lines[0] ?? [])).toBe("s[咬,\u2009狗] = scale · (q[咬] · k[狗]) + slope · Δ");
  expect(textOf(score?.lines[1] ?? [])).toMatch(/^= 0\.354 · \(.*\) \+ 0\.00390625 · \(−1\)$/);
  expect(explain(view, { figure: "scores", row: 0, column: 1 })?.note).toBe("hidden");
  expect(explain(view, { figure: "weights", row: 0, column: 1 })).toMatchObject({ note: "hidden", value: 0 });
});

test("equal words carry their position", async () => {
  const problem = readProblem({ input });
  const view = makeView(problem, null, "original", 0);
  expect(figureOf(view, "scores").rows).toEqual([
    { text: "the", index: 0 },
    { text: "dog" },
    { text: "the", index: 2 },
    { text: "man" },
  ]);
});
