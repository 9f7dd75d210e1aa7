/** The page's sentences, figures and copies, and the command. */
import { beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc, parseProblem } from "../../../web/src/engine/index.ts";
import { claimOf, comparison } from "../../../web/src/labs/cache/answer.ts";
import { probeFigure, staleFigure } from "../../../web/src/labs/cache/figures.ts";
import { bytesText } from "../../../web/src/labs/cache/names.ts";
import { decoding } from "../../../web/src/labs/cache/parts/decoding.ts";
import { bytesPerToken, memoryTask } from "../../../web/src/labs/cache/parts/memory.ts";
import { probe } from "../../../web/src/labs/cache/parts/probe.ts";
import { stale } from "../../../web/src/labs/cache/parts/stale.ts";
import { cachedOf, commandOf, droppedOf, problemOf } from "../../../web/src/labs/cache/problem.ts";
import { type CacheState, METHODS, SCHEMA } from "../../../web/src/labs/cache/state.ts";
import { columnsOf, drawing, keysOf, rowsOf, symbolOf } from "../../../web/src/labs/cache/strip.ts";
import { turnedInStep } from "../../../web/src/labs/cache/timeline.ts";
import { tries } from "../../../web/src/labs/cache/tries.ts";
import { readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";
import { runShell } from "../cli/run-posenc.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm" });
});

const state = (change: Partial<CacheState> = {}): CacheState => ({ ...startOf(SCHEMA), ...change });
const small = (change: Partial<CacheState> = {}) =>
  state({ method: "dynamic_ntk", text: "a b c d e f g h", head_dim: "4", original: 4, step: 8, ...change });

describe("the answer", () => {
  test("by what is stored", () => {
    expect(claimOf(state(), undefined)).toBe(
      "RoPE caches rotated keys: a step turns one key per key head (2) and leaves the 6 tokens before it alone.",
    );
    expect(claimOf(state({ method: "alibi" }), undefined)).toContain("ALiBi leaves the cache alone");
    expect(claimOf(state({ method: "learned" }), undefined)).toContain("belongs to the place at which it came");
  });

  test("stale, fresh, and the prompt alone", async () => {
    const part = await stale(posenc, small());
    expect(claimOf(small(), part)).toContain("of 8 keys, 7 would be stale");
    expect(claimOf(small({ step: 4 }), part)).toContain("Nothing is stale before the first step");
    const longer = state({ method: "dynamic_ntk", step: 7 });
    expect(claimOf(longer, await stale(posenc, longer))).toContain(
      "with 7 tokens, keys that were kept rotated are still right",
    );
  });

  test("compared: bytes and stale differences of both", async () => {
    const wide = state({ kv_heads: "4" });
    const text = comparison(
      [wide, await decoding(posenc, wide), undefined],
      [small(), await decoding(posenc, small()), await stale(posenc, small())],
    );
    expect(text).toContain("256 bytes per token, stale scores off by up to 0.");
    expect(text).toContain("64 bytes per token, 0.02245.");
  });
});

test("steps stay between the prompt and the text", () => {
  expect(cachedOf(state({ step: 1, prompt: 4 })).cached).toBe(4);
  expect(cachedOf(state({ step: 32 })).cached).toBe(13);
  expect(cachedOf(state({ text: "a b", prompt: 9 }))).toMatchObject({ prompt: 2, cached: 2 });
  expect(droppedOf(state({ text: "a b", drop: 9 }))).toBe(1);
});

test("keys turned in a step: one per key head, all of them, none", () => {
  expect([state(), small(), state({ method: "alibi" })].map(turnedInStep)).toEqual([2, 16, 0]);
  expect(
    [state(), state({ method: "t5_bias" }), state({ method: "sinusoidal" })].map((one) => symbolOf(one, 12)),
  ).toEqual(["R₁₂k", "k", "W(x+p₁₂)"]);
});

describe("the strip", () => {
  const listOf = (subject: Parameters<typeof columnsOf>[0]) =>
    Object.fromEntries(columnsOf(subject).map(({ name, values }) => [name, Array.from(values)]));

  test("its columns say what is cached, by which step, and what is stale", async () => {
    const shown = small({ step: 6 });
    const columns = listOf({ state: shown, other: null, stale: await stale(posenc, shown) });
    expect(columns.token).toEqual([..."abcdefgh"]);
    expect(columns.cached).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
    expect(columns.step).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
    expect(columns.stored).toEqual(["k", "k", "k", "k", "k", "k", "", ""]);
    // Turned at lengths 4 and 5, and read at 6; the newest is fresh.
    expect(columns.stale).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    expect(columns.inv_freq_of_slowest?.[0]).toBeGreaterThan(columns.inv_freq_of_slowest?.[5] as number);
    expect(Object.keys(listOf({ state: state(), other: null, stale: undefined }))).not.toContain("stale");
  });

  test("its rows are those of the page, and of both sides where two are compared", () => {
    const alone = { state: small({ step: 5 }), other: null, stale: undefined };
    expect(rowsOf(alone).map(({ name }) => name)).toEqual(["Position", "Came with", "In the cache"]);
    expect(rowsOf(alone)[2]?.cells).toEqual(["k", "k", "k", "k", "k", "·", "·", "·"]);
    expect(keysOf(alone).map(({ isNewest }) => isNewest)).toEqual([..."00001000"].map((sign) => sign === "1"));
    const both = rowsOf({ ...alone, other: small({ step: 5, method: "rotary" }) });
    expect(both[2]?.cells.slice(0, 2)).toEqual(["R₀k", "R₁k"]);
    expect(both).toHaveLength(4);
  });

  test("its drawing grows with its rows", async () => {
    const shown = small({ step: 6 });
    const plain = await drawing({ state: shown, other: null, stale: undefined });
    const aged = await drawing({ state: shown, other: null, stale: await stale(posenc, shown) });
    expect(aged.height / plain.height).toBe(6 / 4);
  });
});

describe("figures", () => {
  test("the followed score: columns, lines, and Python that gives them", async () => {
    const part = await probe(posenc, small());
    const figure = probeFigure(part, null, 8);
    expect(figure.columns.map(({ name }) => name)).toEqual(["tokens", "recomputed", "stale"]);
    expect(figure.chart.lines.map(({ tone }) => tone)).toEqual(["before", "main"]);
    const [now, then] = [part.slowest.at(-1) as number, part.slowestThen];
    expect(part.amplitude * Math.sin(7 * now - 3 * then)).toBeCloseTo(part.stale.at(-1) as number, 7);
    expect(figure.python).toContain("np.sin((tokens - 1) * now - key * then)");
  });

  test("LongRoPE's amplitude is in the formula", async () => {
    const part = await probe(posenc, state({ method: "longrope", factor: 8 }));
    expect(part.amplitude).toBeGreaterThan(1.5);
    const [query, now] = [12, part.slowest.at(-1) as number];
    expect(part.amplitude * Math.sin((query - 3) * now)).toBeCloseTo(part.recomputed.at(-1) as number, 6);
  });

  test("compared: kept and present, also where they begin at other lengths", async () => {
    const [present, kept] = [await probe(posenc, small()), await probe(posenc, state({ key: 6 }))];
    const figure = probeFigure(present, kept, 8);
    expect(figure.chart.lines.map(({ tone }) => tone)).toEqual(["before", "third", "main"]);
    expect(figure.chart.points).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(figure.chart.lines[0]?.values[0]).toBeNaN();
  });

  test("how far a stale cache is off, also where only the kept one goes stale", async () => {
    const part = await stale(posenc, small());
    expect(staleFigure(part, null, 8).columns[1]?.values).toEqual(part.differences);
    const figure = staleFigure(null, part, 8);
    expect(Array.from(figure.chart.lines[1]?.values ?? [])).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(figure.chart.lines[0]?.values).toEqual(part.differences);
  });
});

test("a model's cache: Llama 3.1 8B has 128 KiB a token, four times less than with a key head per query head", async () => {
  const models = await memoryTask().run(posenc, new AbortController().signal);
  const llama = models.find(({ id }) => id === "llama-3.1-8b");
  if (!llama) throw new Error("not in the catalogue");
  expect(models).toHaveLength(7);
  expect(bytesPerToken(llama, 16)).toBe(131072);
  expect(bytesPerToken({ ...llama, kv_heads: llama.heads }, 16)).toBe(4 * 131072);
  expect(bytesText(131072 * 8192)).toBe("1 GiB");
  expect(bytesText(1000)).toBe("1000 bytes");
});

test("links hold every property, of all methods and things to try", () => {
  const states = [
    ...METHODS.map((method) => state({ method, text: "don't “stop”", longest: 7, bits: "8" })),
    ...tries().map(({ change }) => state(change)),
  ];
  for (const one of states) {
    const link = writeLink(SCHEMA, one, state({ drop: 3 }));
    expect(readLink(SCHEMA, link)).toEqual({ state: one, other: state({ drop: 3 }), faults: [] });
  }
});

test("the command gives the page's numbers, quotes in words included", async () => {
  const one = small({ text: "don't stop now", step: 3 });
  const run = await runShell(commandOf(one).replace("npx posenc", "$POSENC"));
  expect(run.stderr).toBe("");
  const { cached_keys, cache_bytes } = JSON.parse(run.stdout);
  expect({ cached_keys, cache_bytes }).toEqual({ cached_keys: "unrotated", cache_bytes: 3 * 2 * 8 * 4 });
  expect(parseProblem(JSON.stringify(problemOf(one)))).toEqual(problemOf(one));
});
