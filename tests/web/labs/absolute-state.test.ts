/** The state: its address, what fits a text, and what leaves the page: command, problem, copies. */
import { describe, expect, test } from "vitest";
import { rowAt } from "../../../web/src/labs/absolute/arithmetic.ts";
import type { CopiedMap } from "../../../web/src/labs/absolute/figures/maps.ts";
import { profileFigure } from "../../../web/src/labs/absolute/figures/profile.ts";
import { regionsOf, wavesFigure } from "../../../web/src/labs/absolute/figures/waves.ts";
import {
  chosenChannels,
  commandOf,
  layoutOf,
  pairOf,
  SINUSOIDAL,
  sharedProblem,
} from "../../../web/src/labs/absolute/methods.ts";
import { mapCopies } from "../../../web/src/labs/absolute/sections/parts.ts";
import { type AbsoluteState, EXTENSIONS, METHODS, placesIn, SCHEMA } from "../../../web/src/labs/absolute/state.ts";
import type { Table } from "../../../web/src/labs/absolute/tasks.ts";
import { tries } from "../../../web/src/labs/absolute/tries.ts";
import { viewOf } from "../../../web/src/labs/absolute/view.ts";
import { readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";
import { runPosenc } from "../cli/run-posenc.ts";

const START = startOf(SCHEMA);
const stateOf = (change: Partial<AbsoluteState>): AbsoluteState => ({ ...START, ...change });

const OTHER: AbsoluteState = {
  method: "fairseq",
  d_model: 7,
  base: 123.5,
  positions: 100,
  p: 99,
  k: -42,
  pair: 2,
  offset: 2,
  rows: 514,
  trained: 512,
  extension: "hierarchical",
  alpha: 0.25,
};

describe("the address", () => {
  test.each(Object.keys(SCHEMA) as (keyof AbsoluteState)[])("%s comes back, alone and kept", (key) => {
    const state = { ...START, [key]: OTHER[key] };
    expect(readLink(SCHEMA, writeLink(SCHEMA, state, null))).toEqual({ state, other: null, faults: [] });
    expect(readLink(SCHEMA, writeLink(SCHEMA, START, state))).toEqual({ state: START, other: state, faults: [] });
  });

  test("all at once, and every choice", () => {
    for (const method of METHODS)
      for (const extension of EXTENSIONS) {
        const state = { ...OTHER, method, extension };
        expect(readLink(SCHEMA, writeLink(SCHEMA, state, OTHER))).toEqual({ state, other: OTHER, faults: [] });
      }
  });

  test("what cannot be shown is clamped or refused, and said", () => {
    const { state, faults } = readLink(SCHEMA, "#d_model=1e9&positions=-3&method=<b>&p=NaN&__proto__=1");
    expect(state).toEqual({ ...START, d_model: 1024, positions: 2 });
    expect(faults.map(({ code, key }) => [code, key])).toEqual([
      ["clamped", "d_model"],
      ["clamped", "positions"],
      ["value", "method"],
      ["value", "p"],
      ["unknown", "__proto__"],
    ]);
  });

  test("every try is a state that a link can hold", () => {
    expect(tries().length).toBeGreaterThan(5);
    for (const { change, beside } of tries()) {
      const link = writeLink(SCHEMA, stateOf(change), beside ? stateOf(beside) : null);
      expect(readLink(SCHEMA, link).faults).toEqual([]);
      expect(readLink(SCHEMA, link).state).toEqual(stateOf(change));
    }
  });
});

test("p and p + k stay inside the text", () => {
  expect(placesIn(10, { p: 3, k: 4 })).toEqual({ p: 3, k: 4, q: 7 });
  expect(placesIn(10, { p: 50, k: 4 })).toEqual({ p: 9, k: 0, q: 9 });
  expect(placesIn(10, { p: 3, k: -8 })).toEqual({ p: 3, k: -3, q: 0 });
});

describe("channels", () => {
  test.each(SINUSOIDAL)("%s: every channel but the one without a partner belongs to one pair", (method) => {
    for (const width of [2, 3, 4, 7, 64]) {
      const layout = layoutOf(method, width);
      const taken = Array.from({ length: layout.pairs }, (_, pair) => [layout.sine(pair), layout.cosine(pair)]).flat();
      expect(new Set(taken).size).toBe(2 * Math.floor(width / 2));
      expect(Math.max(...taken)).toBeLessThan(width);
      for (const channel of taken)
        expect([layout.sine, layout.cosine].map((of) => of(pairOf(layout, channel)))).toContain(channel);
    }
  });

  test("a pair that the width does not have is the last one", () =>
    expect(chosenChannels({ method: "tensor2tensor", pair: 500, d_model: 8 })).toEqual([3, 7]));
});

const tableOf = (state: AbsoluteState, rows: number[][]): Table => ({
  at: state,
  count: rows.length,
  width: state.d_model,
  perPosition: 1,
  rows: rows.flat(),
  refusal: null,
  extended: null,
});

describe("figures", () => {
  const state = stateOf({ method: "learned", d_model: 2, positions: 3, p: 1, k: 1, pair: 0, rows: 8, trained: 2 });
  const kept = { ...state, p: 0 };
  const rows = [
    [1, 0],
    [0, 2],
    [3, 4],
  ];
  const parts = { table: tableOf(state, rows), otherTable: tableOf(kept, [rows[0], rows[2], rows[1]] as number[][]) };
  const alone = viewOf({ state, other: null }, parts);
  const both = viewOf({ state, other: kept }, parts);

  test("waves show the chosen channels, and the kept one before them", () => {
    const columns = (view: typeof alone) =>
      view && wavesFigure(view).chart.lines.map((line) => [line.tone, line.values]);
    expect(columns(alone)).toEqual([
      ["main", [1, 0, 3]],
      ["third", [0, 2, 4]],
    ]);
    expect(columns(both)?.[0]).toEqual(["before", [1, 3, 0]]);
  });

  test("the profile is the mean over places, with its spread", () => {
    const figure = alone && profileFigure(alone);
    const named = Object.fromEntries(figure?.columns.map(({ name, values }) => [name, Array.from(values)]) ?? []);
    expect(named).toMatchObject({ mean: [10, 4, 3], least: [1, 0, 3], most: [25, 8, 3], from_p: [4, 8, Number.NaN] });
    expect(both && profileFigure(both).chart.lines.map(({ tone }) => tone)).toEqual(["before", "main", "third"]);
  });

  test("rows are read in training, reserved, or not there", () => {
    const at = stateOf({ method: "learned", rows: 6, trained: 3, positions: 10 });
    const view = viewOf(
      { state: at, other: null },
      { table: tableOf({ ...at, d_model: 1 }, [[1], [2], [3], [4], [5], [6]]) },
    );
    const regions = view ? regionsOf(view.now) : [];
    expect(regions.map(({ from, to, fill }) => [from, to, fill])).toEqual([
      [0, 2.5, "light"],
      [2.5, 5.5, "none"],
      [5.5, 9, "hatched"],
    ]);
  });
});

test("copies of a map hold every number", async () => {
  const at = (row: number, column: number) => 3 * row + column + 1;
  const figure = { rows: 2, columns: 3, at, python: "rows = 1\n" } as CopiedMap;
  const { json, csv, python } = mapCopies(figure);
  expect(JSON.parse((await json?.()) ?? "").values).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect([csv?.(), python?.()]).toEqual(['row,"0","1","2"\n0,1,2,3\n1,4,5,6\n', "rows = 1\n"]);
});

describe("elsewhere", () => {
  const run = async (state: AbsoluteState) => {
    const [name, ...args] = commandOf(state).split(" ");
    expect(name).toBe("posenc");
    return runPosenc(args);
  };

  test("the command gives the promised rows", async () => {
    const { code, stdout } = await run(stateOf({ d_model: 4, positions: 3 }));
    const { encoding } = JSON.parse(stdout);
    expect([code, encoding.length, rowAt(tableOf(stateOf({ d_model: 4 }), encoding), 2)[1]]).toEqual([
      0,
      3,
      Math.cos(2),
    ]);
  });

  test("the command of a learned table, extended and refused", async () => {
    const learned = stateOf({ method: "learned", d_model: 4, rows: 4, positions: 6 });
    const extended = await run({ ...learned, extension: "hierarchical" });
    expect([extended.code, JSON.parse(extended.stdout).encoding.length]).toEqual([0, 6]);
    const refused = await run(learned);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("expected a row from 0 to 3 of its 4 rows");
  });

  test("the problem gives the command's rows", async () => {
    const state = stateOf({ method: "fairseq", d_model: 6, positions: 5, offset: 2, base: 500 });
    const [direct, problem] = await Promise.all([
      run(state),
      runPosenc(["encode", "-", "--engine", "reference", "--outputs", "encoding"], sharedProblem(state)),
    ]);
    expect(problem.code).toBe(0);
    expect(JSON.parse(problem.stdout).encoding).toEqual(JSON.parse(direct.stdout).encoding);
  });
});
