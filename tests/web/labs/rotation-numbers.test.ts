/** The numbers that the lab Rotation promises, by the engine, and the claims that its figures test. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import { layoutColumns } from "../../../web/src/labs/rotation/sections/layouts.ts";
import { operations } from "../../../web/src/labs/rotation/sections/limits.ts";
import { streamColumns, tokenColumns, tokensDrawing } from "../../../web/src/labs/rotation/sections/picture-strips.ts";
import { problemOf, type RotationState, SCHEMA } from "../../../web/src/labs/rotation/state.ts";
import { amplitudePart } from "../../../web/src/labs/rotation/tasks/amplitude.ts";
import { curvePart, upsOf } from "../../../web/src/labs/rotation/tasks/curve.ts";
import { norm } from "../../../web/src/labs/rotation/tasks/exact.ts";
import { layoutPart, pairOf, permutationTo } from "../../../web/src/labs/rotation/tasks/layouts.ts";
import { nextPosition, picturePart } from "../../../web/src/labs/rotation/tasks/picture.ts";
import {
  channelsOf,
  identicalChannels,
  scorePart,
  turnedPairs,
  unturnedPart,
} from "../../../web/src/labs/rotation/tasks/score.ts";
import { TRIES } from "../../../web/src/labs/rotation/tries.ts";
import { startOf } from "../../../web/src/state/schema.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm", workers: 1 });
});
afterAll(() => posenc.close());

const signal = new AbortController().signal;
const at = (change: Partial<RotationState> = {}): RotationState => ({ ...startOf(SCHEMA), ...change });
const tried = (name: string): RotationState => at(TRIES[name]?.change);
const score = (state: RotationState) => scorePart(posenc, state, signal);

function near(values: ArrayLike<number>, expected: ArrayLike<number>, digits = 6): void {
  expect(values.length).toBe(expected.length);
  for (let at = 0; at < expected.length; ++at) expect(values[at]).toBeCloseTo(expected[at] as number, digits);
}

describe("two dimensions, a quarter turn per position", () => {
  test.each([
    ["quarter", 0, 1, 0],
    ["shifted", 4, 5, 0],
    ["half", 0, 2, -1],
    ["content", 0, 1, -1],
  ])("%s: query at %d, key at %d", async (name, i, j, expected) => {
    const state = tried(name);
    expect([state.i, state.j]).toEqual([i, j]);
    const part = await score(state);
    expect(part.score).toBeCloseTo(expected, 12);
    expect(part.shifted).toBeCloseTo(expected, 12);
  });

  test("one pair alone repeats every four positions", async () => {
    const { single } = await curvePart(posenc, tried("periodic"), signal);
    for (let distance = 0; distance + 4 < single.length; ++distance)
      expect(single[distance + 4]).toBeCloseTo(single[distance] as number, 12);
    expect([single[0], single[2]].map((value) => Math.round(value as number))).toEqual([1, -1]);
  });
});

describe("the identity", () => {
  test.each([
    ["as it opens", at()],
    ["far apart", at({ i: 4000, j: 7, head_dim: 64 })],
    ["interleaved, partial", at({ pairing: "interleaved", share: "0.5", head_dim: 32, i: 12, j: 40 })],
    ["with XPos", at({ xpos: true, i: 300, j: 20 })],
  ])("%s: a shift to 0 leaves the score alone", async (_, state) => {
    const part = await score(state);
    expect(Math.abs(part.score)).toBeGreaterThan(1e-3);
    expect(part.shifted).toBeCloseTo(part.score, 10);
    expect(part.elsewhere.difference).toBeLessThan(1e-10);
    expect(part.elsewhere.floatDifference).toBeLessThan(1e-4);
  });

  test("pairs, and what does not turn, add up to the score", async () => {
    const part = await score(at({ head_dim: 16, share: "0.5" }));
    const sum = turnedPairs(part).reduce((total, pair) => total + pair.part, unturnedPart(part));
    expect(sum).toBeCloseTo(part.score, 12);
    expect(Math.abs(unturnedPart(part))).toBeGreaterThan(1e-3);
  });

  test("norms are kept, but not by XPos", async () => {
    const kept = await score(at({ head_dim: 64, i: 1000 }));
    expect(norm(kept.turnedQ)).toBeCloseTo(norm(kept.q), 12);
    const shrunk = await score(at({ head_dim: 64, i: 1000, xpos: true }));
    expect(norm(shrunk.turnedQ)).toBeLessThan(0.9 * norm(shrunk.q));
  });
});

test("wavelengths grow from 2π and stay below 2π times the base", async () => {
  const { wavelengths, frequencies } = await score(at({ head_dim: 128 }));
  expect(frequencies[1]).toBeCloseTo(10000 ** (-2 / 128), 12);
  expect(wavelengths[0]).toBeCloseTo(2 * Math.PI, 12);
  expect(wavelengths.at(-1)).toBeLessThan(2 * Math.PI * 10000);
  expect(Array.from(wavelengths).every((value, pair) => pair === 0 || value > (wavelengths[pair - 1] as number))).toBe(
    true,
  );
});

describe("layouts", () => {
  test("q = (1, 2, 3, 4) at 7 and k = (4, 3, 2, 1) at 3", async () => {
    const part = await layoutPart(posenc, tried("layouts"), signal);
    expect(part.own).toBeCloseTo(7.039630664, 8);
    expect(part.asOther).toBeCloseTo(10.62369647, 7);
    expect(part.permuted).toBeCloseTo(part.own, 12);
  });

  test("vectors for which both agree, and one in each", async () => {
    const part = await layoutPart(posenc, tried("mixed"), signal);
    expect(part.own).toBeCloseTo(-0.7967918295, 9);
    expect(part.asOther).toBeCloseTo(-0.7967918295, 9);
    expect(part.mixed).toBeCloseTo(0.64946522, 7);
  });

  test("(1, 2, 3, 4) at position 3", async () => {
    const turned = async (pairing: RotationState["pairing"]) =>
      Array.from((await score(at({ q: [1, 2, 3, 4], pairing, i: 3 }))).turnedQ);
    near(await turned("interleaved"), [-1.27223251, -1.83886499, 2.8786681, 4.08818664]);
    near(await turned("half_split"), [-1.41335252, 1.87911807, -2.82885748, 4.05819114]);
  });

  test.each(["half_split", "interleaved"] as const)(
    "%s: the core turns the pair that the page names",
    async (pairing) => {
      for (let channel = 0; channel < 8; ++channel) {
        const unit = Array.from({ length: 8 }, (_, c) => (c === channel ? 1 : 0));
        const part = await score(at({ q: unit, pairing, i: 1, share: "0.75" }));
        const touched = Array.from(part.turnedQ).flatMap((value, c) => (value === 0 ? [] : [c]));
        const pair = pairOf(pairing, channel, part.rotaryDim);
        expect(touched).toEqual(pair === null ? [channel] : channelsOf(part, pair));
      }
    },
  );

  test("the permutation and its inverse", () => {
    expect(permutationTo("half_split", 8, 10)).toEqual([0, 2, 4, 6, 1, 3, 5, 7, 8, 9]);
    const back = permutationTo("interleaved", 8, 10);
    expect(permutationTo("half_split", 8, 10).map((channel) => back[channel])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

test("a quarter of 16 channels: exponents over 4, the other 12 bit-identical", async () => {
  const state = { ...tried("partial"), q: Array.from({ length: 16 }, () => 1), i: 1, j: 2 };
  const part = await score(state);
  expect(Array.from(part.frequencies)).toEqual([1, 0.01]);
  expect(identicalChannels(part)).toBe(12);
  near(part.turnedQ.slice(0, 4), [-0.3011686789, 0.9899501671, 1.381773291, 1.009949834], 8);
});

describe("farther is not always smaller", () => {
  test("the average is the core's own curve", async () => {
    const state = at({ head_dim: 64, reach: 300, same: true });
    const part = await curvePart(posenc, state, signal);
    const { mean } = await posenc.scoreCurve({
      method: { kind: "rotary" },
      head_dim: 64,
      distances: Array.from(part.distances),
    });
    near(part.average, mean);
    expect(part.single[0]).toBeCloseTo(1, 12);
  });

  test("one vector and the average rise in many steps, yet the average ends far below its start", async () => {
    const { single, average } = await curvePart(posenc, tried("decay"), signal);
    expect(upsOf(single).rises).toBeGreaterThan(500);
    expect(upsOf(average).rises).toBeGreaterThan(500);
    expect(average[0]).toBeCloseTo(1, 12);
    expect(average.at(-1)).toBeLessThan(0.4);
    const { near, far } = upsOf(single);
    expect(far).toBeGreaterThan(near);
    expect(single[far]).toBeGreaterThan(single[near] as number);
  });

  test("rises are counted, and the largest one is found", () => {
    expect(upsOf([5, 1, 2, 0.5, 3, 2])).toEqual({ steps: 5, rises: 2, near: 3, far: 4 });
    expect(upsOf([3, 2, 1])).toEqual({ steps: 2, rises: 0, near: 0, far: 0 });
  });

  test("a key ahead of the query is asked for ahead of it", async () => {
    const behind = await curvePart(posenc, at({ i: 9, j: 1, reach: 8 }), signal);
    const ahead = await curvePart(posenc, at({ i: 1, j: 9, reach: 8 }), signal);
    const of = await score(at({ i: 1, j: 9 }));
    expect(ahead.single[8]).toBeCloseTo(of.score / (norm(of.q) * norm(of.k)), 12);
    expect(behind.single[8]).not.toBeCloseTo(ahead.single[8] as number, 3);
  });
});

test("XPos of width 4: what is left at 100, and ζ at 512", async () => {
  const { left } = await amplitudePart(posenc, at({ head_dim: 4 }), signal);
  near(left[0] ?? [], [0.78295483, 0.91732316]);
  near(left[1] ?? [], [0.28571429, 0.64285714]);
});

describe("a picture between words", () => {
  const state = at();

  test("positions, and the next one", async () => {
    const { places } = await picturePart(posenc, state, signal);
    const written = places.map(({ at }) => `${at.t}${at.h}${at.w}`).join(" ");
    expect(written).toBe("000 111 222 333 334 335 343 344 345 666 777");
    expect(nextPosition(state)).toBe(8);
  });

  test("chunked: the angles of (3, 4, 5)", async () => {
    const { places, listens, frequencies } = await picturePart(posenc, state, signal);
    expect(listens.join("")).toBe("tthhhwww");
    const place = places.find(({ at }) => at.t === 3 && at.h === 4 && at.w === 5);
    const angles = listens.map((stream, pair) => (frequencies[pair] as number) * (place?.at[stream] as number));
    near(angles, [3, 0.9486832981, 0.4, 0.1264911064, 0.04, 0.0158113883, 0.005, 0.00158113883], 9);
  });

  test.each([
    ["qwen", "thwthwthw", [24, 20, 20]],
    ["misfit", "thwthwthw", [22, 21, 21]],
    ["axial", "hhhhwwww", [0, 4, 4]],
  ])("%s: who listens to what", async (name, start, counts) => {
    const { listens } = await picturePart(posenc, tried(name), signal);
    expect(listens.join("").slice(0, start.length)).toBe(start);
    expect(["t", "h", "w"].map((stream) => listens.filter((one) => one === stream).length)).toEqual(counts);
  });

  test("axial: no words, the first patch at (0, 0)", async () => {
    const { places } = await picturePart(posenc, tried("axial"), signal);
    expect(places).toHaveLength(16);
    expect(places[0]).toEqual({ kind: "patch", at: { t: 0, h: 0, w: 0 } });
  });

  test("axial: each axis starts again at 1", async () => {
    const { frequencies } = await picturePart(posenc, tried("axial"), signal);
    near(frequencies, [1, 0.1, 0.01, 0.001, 1, 0.1, 0.01, 0.001], 12);
  });

  test("by streams the row below is as near as the row is far; by order it depends on the columns", async () => {
    const { streamed, raster, places } = await picturePart(posenc, at({ rows: 4, columns: 6 }), signal);
    const patches = places.filter(({ kind }) => kind === "patch").length;
    expect(streamed.length).toBe(patches * patches);
    expect(streamed[0]).toBeCloseTo(1, 12);
    expect(streamed[6]).toBeGreaterThan(raster[6] as number);
  });
});

test("operations: linear beside quadratic", () => {
  expect(operations(256, 8, 1)).toEqual({ rotation: 12288, attention: 2097152, percent: (100 * 12288) / 2097152 });
  expect(operations(512, 8, 1).percent).toBeCloseTo(operations(256, 8, 1).percent / 2, 12);
});

describe("what the core refuses comes back in its words", () => {
  test.each([
    ["an odd width", tried("odd"), "even number of channels"],
    ["frequencies for another width", at({ q: [1, 2, 3, 4], inv_freq: [1] }), "one per pair"],
    ["vectors of two lengths", at({ q: [1, 2, 3, 4], k: [1, 2] }), "input.key"],
  ])("%s", async (_, state, words) => {
    await expect(score(state)).rejects.toThrow(words);
    await expect(posenc.attention(problemOf(state))).rejects.toThrow();
  });

  test("sections of half a pair", async () =>
    expect(picturePart(posenc, at({ sections: [1.5, 2, 3] }), signal)).rejects.toThrow("mrope_section"));
});

describe("strips as numbers", () => {
  const listOf = (columns: readonly { name: string; values: ArrayLike<number | string> }[]) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, Array.from(values)]));

  test("the pair of each channel, in both layouts; those that do not turn have none", async () => {
    const part = await layoutPart(posenc, at({ head_dim: 8, share: "0.5" }), signal);
    expect(listOf(layoutColumns(part))).toEqual({
      channel: [0, 1, 2, 3, 4, 5, 6, 7],
      half_split: [0, 1, 0, 1, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      interleaved: [0, 0, 1, 1, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      taken_from: [0, 2, 1, 3, 4, 5, 6, 7],
    });
  });

  test("tokens of a picture between words, and the stream of each pair", async () => {
    const shown = at({ rows: 1, columns: 2, before: 1, after: 1, sections: [1, 1, 1] });
    const part = await picturePart(posenc, shown, signal);
    expect(listOf(tokenColumns(part))).toEqual({
      kind: ["word", "patch", "patch", "word"],
      token: [0, 1, 2, 3],
      t: [0, 1, 1, 3],
      h: [0, 1, 1, 3],
      w: [0, 1, 2, 3],
    });
    expect(listOf(streamColumns(part))).toMatchObject({ stream: ["t", "h", "w"], pair: [0, 1, 2] });
    const axial = await picturePart(posenc, { ...shown, layout: "axial" }, signal);
    expect(Object.keys(listOf(tokenColumns(axial)))).toEqual(["kind", "token", "h", "w"]);
    // The words stand in lines of their own.
    const [drawn, alone] = [await tokensDrawing(part, 0), await tokensDrawing(axial, 0)];
    expect(drawn.height).toBe(3 * alone.height);
  });
});
