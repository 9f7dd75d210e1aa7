/** The lab's state: its address, its sentence, its problem and the command that gives the same numbers. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type AttentionResult, createPosenc } from "../../../web/src/engine/index.ts";
import { commandFor, problemFor } from "../../../web/src/labs/relative/problems.ts";
import { sentenceOf, tokenName } from "../../../web/src/labs/relative/sentence.ts";
import {
  BIASES,
  headOf,
  placeOf,
  type RelativeState,
  SCHEMA,
  secondOf,
  TERMED,
} from "../../../web/src/labs/relative/state.ts";
import { tasksFor } from "../../../web/src/labs/relative/tasks.ts";
import { tries } from "../../../web/src/labs/relative/tries.ts";
import { readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";

const START: RelativeState = startOf(SCHEMA);

test("every property comes back from the address, of the present state and of the kept one", () => {
  const other: RelativeState = {
    method: "deberta",
    heads: 12,
    head: 3,
    second: 7,
    mask: "none",
    reach: 200,
    contents: [1, -2.5, 10],
    query: 2,
    key: 1,
    text: "狗 & #b.method=cope <b>",
    seed: 9,
    slope_rule: "own",
    slope: 0.125,
    direction: "symmetric",
    buckets: 16,
    max_distance: 64,
    bidirectional: true,
    form: "power",
    p: [0.5, 1],
    a: [2],
    dimension: 32,
    c: 0.2,
    threshold: 64,
    clip: 3,
    beyond: "zero",
    clamp_len: 4,
    span: 5,
    positions: 8,
    scaled: "content",
  };
  for (const key of Object.keys(SCHEMA) as (keyof RelativeState)[]) expect(other[key]).not.toEqual(START[key]);
  for (const [state, kept] of [
    [other, START],
    [START, other],
    [other, null],
  ] as const)
    expect(readLink(SCHEMA, writeLink(SCHEMA, state, kept))).toEqual({ state, other: kept, faults: [] });
});

test("hostile values are refused or clamped, and told", () => {
  const { state, faults } = readLink(SCHEMA, "#method=constructor&heads=1e9&contents=1,x&p=99&__proto__=1");
  expect([state.method, state.heads, state.contents, state.p]).toEqual(["alibi", 32, START.contents, [2]]);
  expect(faults.map(({ code, key }) => `${code} ${key}`)).toEqual([
    "value method",
    "clamped heads",
    "value contents",
    "clamped p",
    "unknown __proto__",
  ]);
});

test("heads and places that do not exist are the nearest that do", () => {
  const state = { ...START, heads: 2, head: 9, second: 5, query: 11, key: 11 };
  expect([headOf(state), secondOf(state), placeOf(state, 3)]).toEqual([1, null, { query: 2, key: 2 }]);
  expect([secondOf({ ...state, second: 1 }), secondOf({ ...state, second: 2 })]).toEqual([0, null]);
});

test("the sentence: the page's own, equal words, and a cut after twelve tokens", () => {
  expect(sentenceOf(START).tokens).toEqual(["dog", "bites", "man"]);
  const long = sentenceOf({ ...START, text: "一二三四五六七八九十百千萬" });
  expect([long.tokens.length, long.given]).toEqual([12, 13]);
  const { tokens } = sentenceOf({ ...START, text: "人咬人" });
  expect([tokenName(tokens, 0), tokenName(tokens, 1)]).toEqual(["人(0)", "咬"]);
});

test("tasks go by what their values depend on", () => {
  const keys = (change: Partial<RelativeState>, other: RelativeState | null = null) =>
    Object.fromEntries(
      Object.entries(tasksFor({ state: { ...START, ...change }, other })).map(([name, task]) => [name, task?.key]),
    );
  expect(keys({ head: 3, key: 1 })).toEqual(keys({}));
  expect(keys({ contents: [1, 2] }).curve).toBe(keys({}).curve);
  expect(keys({ contents: [1, 2] }).content).not.toBe(keys({}).content);
  expect(Object.keys(keys({ method: "shaw" }, START))).toEqual(["terms", "keptCurve", "keptContent"]);
});

describe("the command", () => {
  const run = (command: string): Pick<AttentionResult, "scores" | "weights"> => {
    const cli = fileURLToPath(new URL("../../../web/src/cli/posenc.mjs", import.meta.url));
    expect(command).toContain("| npx posenc attention");
    const text = execFileSync("sh", ["-c", command.replace("npx posenc", `"${process.execPath}" "${cli}"`)], {
      encoding: "utf8",
    });
    return JSON.parse(text);
  };

  test.each([...BIASES, ...TERMED])("%s gives the page's numbers", async (method) => {
    const posenc = await createPosenc({ engine: "wasm" });
    const problem = problemFor({ ...START, method, heads: 2 }, ["it's", "咬", "人"]);
    const { scores } = await posenc.attention(problem, { outputs: ["scores"] });
    posenc.close();
    const printed = [run(commandFor(problem)).scores].flat(Infinity as 1) as unknown as (number | null)[];
    const wanted = Array.from(scores?.data ?? [], (score) => (Number.isFinite(score) ? score : null));
    expect(printed).toHaveLength(wanted.length);
    for (const [at, score] of wanted.entries()) {
      if (score === null) expect(printed[at]).toBeNull();
      else expect(printed[at]).toBeCloseTo(score, 5);
    }
  });
});

test("every try has its own words and changes something", () => {
  const all = tries();
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  for (const { name, change, beside } of all) {
    const link = writeLink(SCHEMA, { ...START, ...change }, beside ? { ...START, ...beside } : null);
    expect(readLink(SCHEMA, link).faults).toEqual([]);
    if (name !== "example") expect(link).not.toBe("");
  }
});
