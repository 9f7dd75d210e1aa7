/** The cache against the numbers that are promised, through the engine. */
import { beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import { decoding } from "../../../web/src/labs/cache/parts/decoding.ts";
import { probe } from "../../../web/src/labs/cache/parts/probe.ts";
import { shift } from "../../../web/src/labs/cache/parts/shift.ts";
import { stale, staleKeys } from "../../../web/src/labs/cache/parts/stale.ts";
import { type SurveyRow, surveyTask } from "../../../web/src/labs/cache/parts/survey.ts";
import { largest } from "../../../web/src/labs/cache/parts/vectors.ts";
import { storageOf, tokensOf } from "../../../web/src/labs/cache/problem.ts";
import { type CacheState, METHODS, SCHEMA } from "../../../web/src/labs/cache/state.ts";
import { survives } from "../../../web/src/labs/cache/survey.ts";
import { startOf } from "../../../web/src/state/schema.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm" });
});

const state = (change: Partial<CacheState> = {}): CacheState => ({ ...startOf(SCHEMA), ...change });

/** Width 4, base 10000, original length 4, factor 2: 10000 up to 4 tokens, then 22500, 40000, 62500, 90000. */
const small = (change: Partial<CacheState> = {}): CacheState =>
  state({
    method: "dynamic_ntk",
    text: "a b c d e f g h",
    head_dim: "4",
    original: 4,
    step: 8,
    ...change,
  });

describe("decoding", () => {
  test.each(METHODS)("%s: every step is the last row of its tokens at once", async (method) => {
    const { differences } = await decoding(posenc, state({ method }));
    expect(differences).toHaveLength(13);
    expect(largest(differences)).toBeLessThan(1e-6);
  });

  test("RoPE stores rotated keys, ALiBi and T5 leave them alone, dynamic NTK keeps them unrotated", async () => {
    const rotary = await decoding(posenc, state());
    expect(rotary.cachedKeys).toBe("rotated");
    expect(rotary.stored.data).not.toEqual(rotary.projected.data);
    // Position 0 is not turned.
    expect(rotary.stored.data.subarray(0, 8)).toEqual(rotary.projected.data.subarray(0, 8));
    for (const method of ["alibi", "t5_bias"] as const) {
      const { stored, projected } = await decoding(posenc, state({ method }));
      expect(stored.data).toEqual(projected.data);
    }
    expect((await decoding(posenc, small())).cachedKeys).toBe("unrotated");
    expect((await decoding(posenc, small({ policy: "static" }))).cachedKeys).toBe("rotated");
  });

  test("the cache of 13 tokens: 2 key heads of a key and a value of 8 numbers, and half of it with one", async () => {
    expect((await decoding(posenc, state())).cacheBytes).toBe(13 * 2 * 16 * 4);
    expect((await decoding(posenc, state({ kv_heads: "1" }))).cacheBytes).toBe(13 * 16 * 4);
  });

  test("more key heads than query heads are refused by the core in words", async () => {
    await expect(decoding(posenc, state({ heads: "2", kv_heads: "4" }))).rejects.toThrow(/kv_heads/);
  });
});

describe("dynamic NTK with rotated keys kept", () => {
  test("the base at each length", async () => {
    const { frequencies } = await stale(posenc, small());
    const bases = frequencies.map(({ base }) => base);
    expect(bases.slice(0, 4)).toEqual([10000, 10000, 10000, 10000]);
    for (const [at, base] of [22500, 40000, 62500, 90000].entries()) expect(bases[4 + at]).toBeCloseTo(base, 6);
  });

  test("key 3 cached at 4 tokens, query 7 at 8: the sign of the score flips", async () => {
    const { recomputed, stale, cachedAt, lengths } = await probe(posenc, small());
    expect([cachedAt, lengths.at(-1)]).toEqual([4, 8]);
    expect(recomputed.at(-1)).toBeCloseTo(0.01333293828, 8);
    expect(stale.at(-1)).toBeCloseTo(-0.006666617284, 8);
  });

  test("stale keys: all that came before the present length, none with the prompt alone or a fixed base", async () => {
    const grown = await stale(posenc, small());
    expect(staleKeys(grown, 4)).toEqual([false, false, false, false]);
    expect(staleKeys(grown, 6)).toEqual([true, true, true, true, true, false]);
    expect(grown.differences[3]).toBe(0);
    expect(grown.differences[7]).toBeGreaterThan(0.01);
    // A long text before has made the base large already: it moves no more.
    const sticky = await stale(posenc, small({ policy: "sticky", longest: 64, prompt: 5 }));
    expect(largest(sticky.differences)).toBeLessThan(1e-5);
  });

  test("a prompt as long as the text leaves nothing stale", async () => {
    const { differences } = await stale(posenc, small({ prompt: 8 }));
    expect(largest(differences)).toBe(0);
  });
});

test("LongRoPE changes at one token: nothing stale with 8, all earlier keys with 9", async () => {
  const longrope = await stale(posenc, state({ method: "longrope", factor: 8 }));
  expect(longrope.differences[7]).toBeLessThan(1e-5);
  expect(longrope.differences[8]).toBeGreaterThan(0.1);
  expect(staleKeys(longrope, 8).includes(true)).toBe(false);
  expect(staleKeys(longrope, 9).filter(Boolean)).toHaveLength(8);
});

describe("dropping the first tokens", () => {
  test("RoPE: turned back, keys are those made anew; with the query alone counted anew they are not", async () => {
    const { kept, mixed, moved, left } = await shift(posenc, state());
    expect(left).toBe(9);
    expect(moved.keys).toBeLessThan(2e-6);
    expect(moved.scores).toBeLessThan(5e-6);
    expect(kept.scores).toBeLessThan(5e-6);
    expect(kept.keys).toBeGreaterThan(1);
    expect(mixed.scores).toBeGreaterThan(1);
  });

  test("YaRN's amplitude is not applied twice", async () => {
    expect((await shift(posenc, state({ method: "yarn", factor: 8 }))).moved.keys).toBeLessThan(3e-6);
  });

  test("XPos keeps the size of the old position", async () => {
    expect((await shift(posenc, state({ method: "xpos", drop: 8 }))).moved.scores).toBeGreaterThan(0.01);
  });

  test("dropping nothing changes nothing; at least one token stays", async () => {
    expect((await shift(posenc, state({ drop: 0 }))).moved).toEqual({ keys: 0, scores: 0 });
    expect((await shift(posenc, state({ drop: 31 }))).left).toBe(1);
  });
});

test("the survey: absolute encodings and XPos do not survive, all others do", async () => {
  const rows = await surveyTask(state()).run(posenc, new AbortController().signal);
  const failing = rows.filter((row: SurveyRow) => !survives(row)).map(({ method }) => method);
  expect(failing).toEqual(["sinusoidal", "learned", "xpos"]);
  expect(rows.filter(({ stale }) => (stale ?? 0) > 0.01).map(({ method }) => method)).toEqual([
    "dynamic_ntk",
    "dynamic_ntk",
    "longrope",
  ]);
});

test("what is stored is what the core says", async () => {
  for (const method of METHODS) {
    const one = state({ method });
    const { cachedKeys } = await decoding(posenc, one);
    expect([method, cachedKeys === "unrotated"]).toEqual([method, storageOf(one) === "unrotated"]);
  }
});

test("texts end at 32 tokens", () => expect(tokensOf({ text: "a ".repeat(90) })).toHaveLength(32));
