/** Parameters, tables and bytes, from the engine's plan. */
import { expect, test } from "vitest";
import { createPosenc, parseProblem } from "../../../web/src/engine/index.ts";
import { COUNTED, countsTask, parametersOf } from "../../../web/src/labs/cost/counts.ts";
import { commandOf, problemOf, problemsOf, setupOf } from "../../../web/src/labs/cost/measure/subjects.ts";
import { type CostState, SCHEMA } from "../../../web/src/labs/cost/state.ts";
import { tries } from "../../../web/src/labs/cost/tries.ts";
import { readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";
import { runShell } from "../cli/run-posenc.ts";

const state = (change: Partial<CostState> = {}): CostState => ({ ...startOf(SCHEMA), ...change });

test("counted: 8 heads of 64, 512 tokens", async () => {
  const posenc = await createPosenc({ engine: "wasm" });
  const counts = await countsTask(state()).run(posenc, new AbortController().signal);
  expect(counts).toMatchObject({ inputBytes: 4 * 2 ** 20, scoreBytes: 8 * 2 ** 20, cacheBytesPerToken: 4096 });
  const tables = Object.fromEntries(counts.rows.map(({ method, tableBytes }) => [method, tableBytes]));
  expect(tables).toMatchObject({
    none: 0,
    // Cosines and sines of 32 pairs, for queries and for keys.
    rotary: 4 * 512 * 32 * 4,
    // One vector of the model's width per token.
    sinusoidal: 512 * 512 * 4,
    // 8 heads × 1023 distances, and a row number per query and key.
    alibi: (8 * 1023 + 1024) * 4,
    t5_bias: (8 * 1023 + 1024) * 4,
    // A number for every pair of each head, and its row.
    fire: (8 + 1) * 512 * 512 * 4,
    // 33 vectors for keys and for values, a row number per distance for both, per query and per key.
    shaw: (2 * 33 * 64 + 2 * 1023 + 1024) * 4,
    cope: 64 * 64 * 4,
    transformer_xl: null,
  });
});

test("learned numbers", () => {
  const sizes = { heads: 8, width: 64, tokens: 512 };
  expect(Object.fromEntries(COUNTED.map((method) => [method, parametersOf(method, sizes)]))).toEqual({
    none: 0,
    sinusoidal: 0,
    learned: 512 * 512,
    rotary: 0,
    alibi: 0,
    t5_bias: 32 * 8,
    kerple: 16,
    sandwich: 0,
    fire: 32 + 32 + 8 * 32 + 8 + 2,
    shaw: 2 * 33 * 64,
    transformer_xl: 2 * 512 + 512 * 512,
    deberta: 2 * 1024 * 512,
    cope: 64 * 64,
  });
});

test("the score matrix that is not made grows with the square of the tokens: 128 MiB at 2048", async () => {
  const posenc = await createPosenc({ engine: "wasm" });
  const { scoreBytes, rows } = await countsTask(state({ tokens: 2048 })).run(posenc, new AbortController().signal);
  expect(scoreBytes).toBe(128 * 2 ** 20);
  expect(rows.find(({ method }) => method === "rotary")?.tableBytes).toBe(2 ** 20);
});

test("links and problems of everything to try", () => {
  for (const { change } of tries()) {
    const one = state(change);
    expect(readLink(SCHEMA, writeLink(SCHEMA, one, null))).toEqual({ state: one, other: null, faults: [] });
    for (const problem of problemsOf(setupOf(one)).values())
      expect(parseProblem(JSON.stringify(problem))).toEqual(problem);
  }
});

test("the command computes the call that is timed", async () => {
  const one = state({ tokens: 24, method: "alibi" });
  expect(problemOf(one)?.method).toEqual({ kind: "alibi" });
  const line = commandOf(one).replace("npx posenc", "$POSENC").replace("> /dev/null", "");
  const { code, stdout, stderr } = await runShell(line);
  expect([code, JSON.parse(stdout).shape]).toEqual([
    0,
    expect.objectContaining({ heads: 8, queries: 24, head_dim: 64 }),
  ]);
  expect(stderr).toMatch(/real/);
});
