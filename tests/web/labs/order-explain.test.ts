/** Every formula that the lab writes out must give the number that the engine computed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Mask, type Method, type Posenc } from "../../../web/src/engine/index.ts";
import { explain } from "../../../web/src/labs/order/explain.ts";
import { textOf } from "../../../web/src/labs/order/pieces.ts";
import { askTerms } from "../../../web/src/labs/order/terms.ts";
import {
  COMPARISON_FIGURES,
  figureOf,
  makeView,
  PIPELINE_FIGURES,
  type Side,
  valuesOf,
} from "../../../web/src/labs/order/view.ts";
import { comparable, type LabProblem } from "../../../web/src/state/defaults.ts";
import { tokenCount } from "../../../web/src/state/input.ts";
import { METHOD_KINDS } from "../../../web/src/state/method-fields.ts";
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
  { kind: "sinusoidal", base: 50, offset: 2 },
  { kind: "sinusoidal", table: "concatenated" },
  { kind: "sinusoidal", table: "tensor2tensor" },
  { kind: "sinusoidal", table: "fairseq", offset: 2 },
  { kind: "learned" },
  { kind: "learned", rows: 20, offset: 2, segments: [0, 0, 1, 1] },
  { kind: "shaw" },
  { kind: "shaw", max_relative_position: 1, seed: 4 },
  { kind: "shaw", max_relative_position: 2, beyond: "zero", values: null },
  { kind: "shaw", keys: null },
  { kind: "transformer_xl" },
  { kind: "transformer_xl", clamp_len: 1, seed: 2 },
  { kind: "t5_bias" },
  { kind: "t5_bias", relative_attention_num_buckets: 4, relative_attention_max_distance: 8, bidirectional: false },
  { kind: "alibi" },
  { kind: "alibi", direction: "symmetric", slope_rule: "geometric" },
  { kind: "alibi", alibi_bias_max: 4, applied: "before_scale" },
  { kind: "alibi", slopes: [0.5, 0.1, 0.25] },
  { kind: "deberta" },
  { kind: "deberta", max_relative_positions: 2, pos_att_type: ["c2p"] },
  { kind: "deberta", position_buckets: 4, pos_att_type: ["p2c"], seed: 1 },
  { kind: "rotary" },
  { kind: "rotary", pairing: "interleaved", rotary_dim: 4, rope_theta: 100 },
  { kind: "rotary", inv_freq: [1, 0.5, 0.2, 0.1] },
  { kind: "rotary", partial_rotary_factor: 0.5, offset: 3 },
  { kind: "rotary", xpos: {} },
  { kind: "rotary", scaling: { kind: "yarn", factor: 8, original_max_position_embeddings: 4, softmax_mscale: 1 } },
  { kind: "rotary", scaling: { kind: "dynamic_ntk", factor: 2, max_position_embeddings: 2 } },
  { kind: "kerple" },
  { kind: "kerple", form: "power", p: [1, 0.5, 2], a: [0.1, 1, 0.2] },
  { kind: "sandwich" },
  { kind: "sandwich", dimension: 4 },
  { kind: "fire" },
  { kind: "fire", threshold: 1, c: 2, seed: 1 },
  { kind: "cope" },
  { kind: "cope", positions: 2 },
  { kind: "cope", scaled: "content", positions: 1 },
];
const MASKS: Mask[] = [
  { kind: "none" },
  { kind: "causal" },
  { kind: "local", reach: 1 },
  { kind: "bits", rows: ["0000", "1010", "1111", "0001"] },
];

/** Figures whose every number is worked out. */
const MUST_SUM: readonly string[] = ["scores", "weights", "output", "difference", "mean"];

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "reference" });
});
afterAll(() => posenc.close());

const input = { kind: "tokens", tokens: ["the", "dog", "the", "man"], heads: 3, head_dim: 8, model_dim: 8, seed: 3 };
const EXTRAS = [
  {},
  { scale: 1, softcap: 2, query_scale: { kind: "log_n", original_max_position_embeddings: 2 } },
  { query_positions: [4, 1, 7, 2], key_positions: [4, 1, 7, 2] },
];

/** What the page asks for beside the result. */
const resultOf = async (problem: LabProblem) => {
  const data = await posenc.equivariance(comparable(problem), { outputs: OUTPUTS });
  const terms = await askTerms((asked) => posenc.attention(asked, { outputs: ["scores", "output"] }), problem);
  return { data, terms };
};

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
      const result = await resultOf(problem);
      let checked = 0;
      const faults: string[] = [];
      for (const side of ["original", "permuted"] as Side[]) {
        for (let head = 0; head < 3; ++head) {
          const view = makeView(problem, result, side, head);
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
                else if (Number.isNaN(explanation.value)) {
                  if (shown !== -Infinity && MUST_SUM.includes(figure))
                    faults.push(`${figure} ${row} ${column} is open`);
                } else {
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

const GIVEN = [
  {
    kind: "embeddings",
    embeddings: [
      [1, 0, 2, 1],
      [0, 1, -1, 0.5],
      [1, 1, 0, 2],
    ],
    heads: 2,
  },
  {
    kind: "tensors",
    query: [
      [
        [1, 0],
        [0, 1],
        [2, -1],
      ],
      [
        [0, 3],
        [1, 1],
        [-1, 0],
      ],
    ],
    key: [
      [
        [0, 1],
        [1, 0.5],
        [-1, 2],
      ],
    ],
    value: [[[1], [2], [4]]],
  },
  {
    kind: "tensors",
    query: [
      [1, 0],
      [0, 1],
    ],
    key: [
      [1, 1],
      [2, 0],
    ],
  },
];

describe.each(GIVEN.map((given) => [JSON.stringify(given), given] as const))("given vectors %s", (_, given) => {
  const isTensors = given.kind === "tensors";
  const kinds = METHOD_KINDS.filter((kind) => !(isTensors && (kind === "sinusoidal" || kind === "learned")));
  test.each(kinds)("%s", async (kind) => {
    const count = tokenCount(readProblem({ input: given }).input);
    const shifted = Array.from({ length: count }, (_, t) => t + 3);
    const places = isTensors ? { query_positions: shifted, key_positions: [...shifted].reverse() } : {};
    const problem = readProblem({ input: given, method: { kind }, ...places });
    const result = await resultOf(problem);
    for (const side of ["original", "permuted"] as Side[]) {
      const view = makeView(problem, result, side, problem.input.heads - 1);
      for (const figure of [...PIPELINE_FIGURES, ...COMPARISON_FIGURES]) {
        const values = valuesOf(view, figure);
        if (!values) continue;
        const { columns, rows } = figureOf(view, figure, ["a", "b", "c"]);
        expect(values).toHaveLength(rows.length * columns.length);
        for (let at = 0; at < values.length; ++at) {
          const [row, column] = [Math.floor(at / columns.length), at % columns.length];
          const explanation = explain(view, { figure, row, column });
          if (MUST_SUM.includes(figure)) expect(explanation?.value).toBeCloseTo(values[at] as number, 9);
          else expect(explanation).not.toBeNull();
          expect(explanation?.lines.map(textOf).join()).not.toContain("undefined");
        }
      }
    }
  });
});

test("the text holds the numbers of the cell", async () => {
  const problem = readProblem({
    input: { kind: "tokens", tokens: ["狗", "咬", "人"] },
    method: { kind: "alibi" },
    mask: { kind: "causal" },
  });
  const view = makeView(problem, await resultOf(problem), "original", 0);
  const score = explain(view, { figure: "scores", row: 1, column: 0 });
  expect(textOf(score?.lines[0] ?? [])).toBe("s[咬,\u2009狗] = scale · (q[咬] · k[狗]) + slope · Δ");
  expect(textOf(score?.lines[1] ?? [])).toMatch(/^= 0\.354 · \(.*\) \+ 0\.00390625 · \(−1\)$/);
  expect(explain(view, { figure: "scores", row: 0, column: 1 })?.note).toBe("hidden");
  expect(explain(view, { figure: "weights", row: 0, column: 1 })).toMatchObject({ note: "hidden", value: 0 });
});

describe("where the page leaves the position term open", () => {
  test.each<[string, object]>([
    ["several methods", { method: [{ kind: "rotary" }, { kind: "alibi" }] }],
    [
      "positions by a rule",
      { method: { kind: "t5_bias" }, mask: { kind: "documents", documents: [0, 0, 1, 1] }, position_rule: "documents" },
    ],
  ])("%s: content and the rest, and a note", async (_, changes) => {
    const problem = readProblem({ input, ...changes });
    const result = await resultOf(problem);
    expect(result.terms).toBeNull();
    const view = makeView(problem, result, "original", 1);
    const score = explain(view, { figure: "scores", row: 1, column: 0 });
    expect(score).toMatchObject({ value: Number.NaN, more: expect.arrayContaining(["open_terms"]) });
    expect(textOf(score?.lines.at(-1) ?? [])).toContain(
      (valuesOf(view, "scores")?.[4] ?? Number.NaN).toFixed(4).replace("-", "−"),
    );
  });

  test("terms on their way", async () => {
    const problem = readProblem({ input, method: { kind: "shaw" } });
    const { data } = await resultOf(problem);
    const view = makeView(problem, { data, terms: null }, "original", 0);
    for (const figure of ["scores", "output"] as const) {
      const lines = explain(view, { figure, row: 1, column: 0 })?.lines.map(textOf).join() ?? "";
      expect(lines).toContain("…");
      expect(lines).not.toContain("NaN");
    }
  });
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
