/** The state of the lab Scores: its address, its tokens, the region of its maps. */
import { expect, test } from "vitest";
import { makeGiven } from "../../../web/src/lab/given.ts";
import { problemOf } from "../../../web/src/labs/scores/problem.ts";
import { hasNumbers, moved, regionOf, zoomed, zoomOf } from "../../../web/src/labs/scores/region.ts";
import { KINDS, MOST_SIGNS, SCHEMA, type ScoresState } from "../../../web/src/labs/scores/state.ts";
import { shortToken, tokenList } from "../../../web/src/labs/scores/token-list.ts";
import { triesOf } from "../../../web/src/labs/scores/tries.ts";
import { MOST_LINK, readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";

const start: ScoresState = startOf(SCHEMA);

/** Numbers in [0, 1) that are the same in every run. */
function randomFrom(seed: number) {
  let value = seed;
  return () => {
    value = (value * 1103515245 + 12345) % 2147483648;
    return value / 2147483648;
  };
}

const SIGNS = ["a", "&", "=", "#", "%", " ", "狗", "👩‍👩‍👧", "é", "ש", "<b>", "'", '"', "+", ","];

function anyState(random: () => number): ScoresState {
  const state: Record<string, unknown> = { ...start };
  for (const [key, property] of Object.entries(SCHEMA)) {
    if (key === "text")
      state[key] = Array.from({ length: 12 }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join("");
    else if (key === "given")
      state[key] = random() < 0.5 ? null : makeGiven({ query: numbers(random), key: numbers(random) });
    else if ("options" in property) state[key] = property.options[Math.floor(random() * property.options.length)];
    else if ("range" in property) {
      const [least, most] = property.range;
      const value = least + random() * (most - least);
      state[key] = property.isWhole ? Math.round(value) : value;
    } else if (key === "zoom") state[key] = Array.from({ length: 4 }, () => Math.floor(random() * 2000));
    else state[key] = random() < 0.5;
  }
  return state as unknown as ScoresState;
}

const numbers = (random: () => number) => {
  const data = Float32Array.from({ length: 6 }, () => random() - 0.5);
  return { name: "q", dtype: "float32", shape: [2, 3], data };
};

test("every state comes back from its link, alone and beside another", () => {
  const random = randomFrom(7);
  for (let round = 0; round < 300; ++round) {
    const [state, other] = [anyState(random), round % 2 ? anyState(random) : null];
    expect(readLink(SCHEMA, writeLink(SCHEMA, state, other))).toEqual({ state, other, faults: [] });
  }
});

test("hostile values are clamped or refused, and said", () => {
  const { state, faults } = readLink(
    SCHEMA,
    "#heads=99&head_dim=-3&method=%3Cscript%3E&zoom=1,2&repeat=1e9&__proto__=1&query=NaN",
  );
  expect([state.heads, state.head_dim, state.method, state.repeat, state.query]).toEqual([8, 2, "alibi", 200, 11]);
  expect(faults.map(({ code, key }) => `${code} ${key}`)).toEqual([
    "clamped heads",
    "clamped head_dim",
    "value method",
    "value zoom",
    "clamped repeat",
    "unknown __proto__",
    "value query",
  ]);
});

test("a text of the stated length in any one script fits its link", () => {
  const latin = writeLink(SCHEMA, { ...start, text: "word ".repeat(MOST_SIGNS / 5) }, null);
  const han = writeLink(SCHEMA, { ...start, text: "狗".repeat(2000) }, null);
  expect(Math.max(latin.length, han.length)).toBeLessThanOrEqual(MOST_LINK);
});

test("tokens: scripts, marks, emoji and markup are text; the count is capped", () => {
  const of = (text: string, repeat = 1) => tokenList({ text, repeat });
  expect(of("狗咬人 e\u0301 👩‍👩‍👧 <script>alert(1)</script>").tokens).toEqual([
    ...["狗", "咬", "人", "\u00e9", "👩‍👩‍👧"],
    ...["<", "script", ">", "alert", "(", "1", ")", "<", "/", "script", ">"],
  ]);
  expect(of("שלום עולם").tokens).toEqual(["שלום", "עולם"]);
  const long = of("a b c", 200);
  expect([long.tokens.length, long.found, long.tokens[599]]).toEqual([600, 600, "c"]);
  const cut = of("a ".repeat(100), 200);
  expect([cut.tokens.length, cut.found]).toEqual([2000, 20_000]);
  expect(of(" \n\u200f").tokens).toEqual([]);
  expect(shortToken("👩‍👩‍👧".repeat(40)).length).toBeLessThan(80);
});

test("every kind has a method of its kind in the problem", () => {
  for (const method of KINDS) expect(problemOf({ ...start, method }).method).toMatchObject({ kind: method });
  expect(problemOf({ ...start, mask: "window", window: 3 }).mask).toEqual({ kind: "sliding_window", window: 3 });
});

test("what to try: each state is within the schema", () => {
  for (const { change, beside } of triesOf()) {
    const [state, other] = [{ ...start, ...change }, beside ? { ...start, ...beside } : null];
    expect(readLink(SCHEMA, writeLink(SCHEMA, state, other))).toEqual({ state, other, faults: [] });
    expect(tokenList(state).found).toBeLessThanOrEqual(2000);
    expect(state.query).toBeLessThan(tokenList(state).tokens.length);
  }
});

test("the region: the whole where a zoom shows nothing, ends in any order", () => {
  expect(regionOf([0, 2000, 0, 2000], { rows: 13, columns: 13 })).toEqual({ top: 0, bottom: 13, left: 0, right: 13 });
  expect(regionOf([1500, 1600, 5, 8], { rows: 13, columns: 13 })).toEqual({ top: 0, bottom: 13, left: 5, right: 8 });
  expect(regionOf([9, 4, 2, 2], { rows: 13, columns: 13 })).toEqual({ top: 4, bottom: 9, left: 0, right: 13 });
});

test("zooming stays inside and ends at cells with numbers", () => {
  const size = { rows: 2000, columns: 2000 };
  const cell = { row: 1999, column: 3 };
  let region = regionOf([0, 2000, 0, 2000], size);
  for (let step = 0; step < 12; ++step) region = zoomed(region, 0.5, cell, size);
  expect(zoomOf(region)).toEqual([1992, 2000, 0, 8]);
  expect(hasNumbers(region)).toBe(true);
  expect(zoomOf(moved(region, { down: 1, right: -1 }, size))).toEqual([1992, 2000, 0, 8]);
  expect(zoomOf(moved(region, { down: -1, right: 1 }, size))).toEqual([1988, 1996, 4, 12]);
  for (let step = 0; step < 12; ++step) region = zoomed(region, 2, cell, size);
  expect(zoomOf(region)).toEqual([0, 2000, 0, 2000]);
});

test("few queries on many keys: rows and columns are zoomed and moved each within their own number", () => {
  const size = { rows: 3, columns: 2000 };
  const near = zoomed(regionOf([0, 2000, 0, 2000], size), 0.25, { row: 2, column: 1000 }, size);
  expect(zoomOf(near)).toEqual([0, 3, 751, 1251]);
  expect(zoomOf(moved(near, { down: 1, right: 1 }, size))).toEqual([0, 3, 1001, 1501]);
  expect(zoomOf(zoomed(near, 100, { row: 0, column: 0 }, size))).toEqual([0, 3, 0, 2000]);
});
