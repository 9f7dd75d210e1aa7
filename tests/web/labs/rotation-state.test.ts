/** The lab Rotation: its address, its problem and command, its figures and its words. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import { toCsv } from "../../../web/src/lab/figure-data.ts";
import type { FrequencyPart } from "../../../web/src/labs/rotation/actions.ts";
import { scoreSentence, shiftSentence } from "../../../web/src/labs/rotation/answer.ts";
import { curveFigure, withOwnDistance } from "../../../web/src/labs/rotation/figures/curve.ts";
import { frequencyFigure } from "../../../web/src/labs/rotation/figures/frequencies.ts";
import { vectorMatrix } from "../../../web/src/labs/rotation/figures/vectors.ts";
import { upsSentence } from "../../../web/src/labs/rotation/sections/lines.ts";
import { dialsOf } from "../../../web/src/labs/rotation/sections/pairs.ts";
import { patchOf, pictureMaps } from "../../../web/src/labs/rotation/sections/picture.ts";
import { commandOf, problemOf, type RotationState, SCHEMA, widthOf } from "../../../web/src/labs/rotation/state.ts";
import { tasksFor } from "../../../web/src/labs/rotation/tasks/all.ts";
import { curvePart } from "../../../web/src/labs/rotation/tasks/curve.ts";
import { picturePart } from "../../../web/src/labs/rotation/tasks/picture.ts";
import { scorePart } from "../../../web/src/labs/rotation/tasks/score.ts";
import { TRIES } from "../../../web/src/labs/rotation/tries.ts";
import { amount, vectorText } from "../../../web/src/labs/rotation/words.ts";
import { readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm", workers: 1 });
});
afterAll(() => posenc.close());

const signal = new AbortController().signal;
const at = (change: Partial<RotationState> = {}): RotationState => ({ ...startOf(SCHEMA), ...change });
const launcher = fileURLToPath(new URL("../../../web/src/cli/posenc.mjs", import.meta.url));

describe("the address", () => {
  test.each(Object.entries(TRIES))("%s comes back whole", (_, { change, beside }) => {
    const [state, other] = [at(change), beside ? at(beside) : null];
    const link = writeLink(SCHEMA, state, other);
    expect(readLink(SCHEMA, link)).toEqual({ state, other, faults: [] });
    expect(link.length).toBeLessThan(200);
  });

  test("hostile values are clamped or refused, and said", () => {
    const { state, faults } = readLink(
      SCHEMA,
      "#i=1e9&theta=NaN&q=1,<script>&pairing=__proto__&constructor=1&rows=2.6",
    );
    expect(state).toEqual(at({ i: 4096, rows: 3 }));
    expect(faults.map(({ code, key }) => `${code} ${key}`)).toEqual([
      "clamped i",
      "value theta",
      "value q",
      "value pairing",
      "unknown constructor",
      "clamped rows",
    ]);
  });
});

test("what is given decides the width", () => {
  expect(widthOf(at({ head_dim: 64 }))).toBe(64);
  expect(widthOf(at({ inv_freq: [1, 0.5], share: "0.5" }))).toBe(8);
  expect(widthOf(at({ k: [1, 2], inv_freq: [1, 0.5] }))).toBe(2);
});

describe("the problem and the command give the score of the page", () => {
  test.each([
    ["as it opens", at()],
    ["given vectors", at({ q: [1, 2, 3, 4], k: [4, 3, 2, 1], pairing: "interleaved" })],
    ["a quarter turn", at(TRIES.half?.change)],
    ["partial, with XPos, k = q", at({ head_dim: 16, share: "0.5", xpos: true, same: true, seed: 5 })],
  ])("%s", async (_, state) => {
    const { score } = await scorePart(posenc, state, signal);
    void posenc.setEngine("reference");
    const { scores } = await posenc.attention(problemOf(state));
    const columns = scores?.shape[2] as number;
    expect(scores?.data[columns - 1]).toBeCloseTo(score, 12);
    const command = commandOf(state).replace("npx posenc", `"${process.execPath}" "${launcher}"`);
    const { stdout, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout).scores[0][0][columns - 1]).toBeCloseTo(score, 12);
  });
});

test("tasks that do not depend on a setting keep their keys", () => {
  const keys = (state: RotationState, other: RotationState | null = null) =>
    Object.fromEntries(Object.entries(tasksFor({ state, other })).map(([name, task]) => [name, task?.key]));
  const start = keys(at());
  const changed = (change: Partial<RotationState>) =>
    Object.entries(keys(at(change))).flatMap(([name, key]) => (key === start[name] ? [] : [name]));
  expect(changed({ j: 4 })).toEqual(["score", "layouts"]);
  expect(changed({ j: 8 })).toEqual(["score", "curve", "layouts"]);
  expect(changed({ reach: 100 })).toEqual(["curve"]);
  expect(changed({ rows: 4 })).toEqual(["picture"]);
  expect(changed({ patch: 1 })).toEqual([]);
  expect(changed({ theta: 500 })).toEqual(["score", "frequencies", "curve", "layouts", "amplitude", "picture"]);
  expect(keys(at(), at()).score).not.toBe(start.score);
});

describe("figures", () => {
  test("the curve: this q and k beside the average; in comparison both states", async () => {
    const present = await curvePart(posenc, at({ reach: 20 }), signal);
    const kept = await curvePart(posenc, at({ reach: 10, theta: 100 }), signal);
    const alone = withOwnDistance(curveFigure({ present, kept: null }, "single"), 4).chart;
    expect(alone.lines.map(({ tone }) => tone)).toEqual(["third", "main"]);
    expect(alone.marks?.map(({ at }) => at)).toEqual([4]);
    const both = curveFigure({ present, kept }, "average");
    expect(both.chart.lines.map(({ name }) => name)).toEqual(["kept", "present"]);
    expect(both.chart.lines[0]?.values[10]).toBe(kept.average[10]);
    expect(both.chart.lines[0]?.values[11]).toBeNaN();
    expect(toCsv(both).split("\n")[0]).toBe("distance,single,average,kept_average");
  });

  test("frequencies of two widths share one axis", async () => {
    const part = async (head_dim: number): Promise<FrequencyPart> => ({
      state: at({ head_dim }),
      found: await posenc.frequencies({ method: { kind: "rotary" }, head_dim }),
    });
    const { chart, python } = frequencyFigure({ present: await part(4), kept: await part(8) });
    expect(chart.points).toHaveLength(4);
    expect(chart.lines[1]?.values[2]).toBeNaN();
    expect(python).toContain("d, base = 4, 10000");
  });

  test("dials: at most eight, the kept arrows beside", async () => {
    const present = await scorePart(posenc, at({ head_dim: 64 }), signal);
    const kept = await scorePart(posenc, at({ head_dim: 4 }), signal);
    const dials = dialsOf({ present, kept });
    expect(dials.map(({ kept }) => kept !== null)).toEqual([true, true, false, false, false, false, false, false]);
    expect(dials[0]?.description).toContain("the query at 7 points to");
  });

  test("vectors: before and after, from both ends", async () => {
    const part = await scorePart(posenc, at({ head_dim: 32, i: 0 }), signal);
    const { rows, columns, values } = vectorMatrix(part);
    expect(rows.map(({ text }) => text)).toEqual(["q", "R(0)q", "k", `R(${part.state.j})k`]);
    expect(columns.map(({ text }) => text).slice(6, 10)).toEqual(["6", "7", "24", "25"]);
    expect(values).toHaveLength(4 * 16);
    expect(values[16]).toBe(values[0]);
    expect(values[3 * 16 + 15]).toBe(part.turnedK[31]);
    expect(values[3 * 16]).not.toBe(values[2 * 16]);
  });

  test("patches: by streams beside by order", async () => {
    const present = await picturePart(posenc, at(), signal);
    const maps = pictureMaps({ present, kept: null }, 5);
    expect(maps.map(({ name }) => name)).toEqual(["raster", "streamed", "picture-difference"]);
    expect(maps[1]?.figure.values?.[5]).toBeCloseTo(1, 12);
    expect(patchOf(at({ patch: 63 }))).toBe(5);
  });
});

describe("words", () => {
  test("the answer", async () => {
    const part = await scorePart(posenc, at(TRIES.shifted?.change), signal);
    expect(scoreSentence(part)).toBe("Query at 4, key at 5: the score is 0.");
    expect(shiftSentence(part)).toMatch(/^With the same vectors at 0 and 1 it is the same: the difference is \S+/);
    const first = await scorePart(posenc, at(TRIES.quarter?.change), signal);
    expect(shiftSentence(first)).toContain("at 1000 and 1001");
  });

  test("rises, and a counter-example only where there is one", async () => {
    const wave = await curvePart(posenc, at(TRIES.periodic?.change), signal);
    expect(upsSentence(wave)).toBe(
      "Of 16 steps outwards, the score rises in 8; the average over all q = k rises in 8. Largest counter-example: −1 at distance 2, but 1 farther out, at 4.",
    );
    const falling = { ...wave, single: new Float64Array([1, 0.5]), average: new Float64Array([1, 0.5]) };
    expect(upsSentence(falling)).not.toContain("counter-example");
  });

  test("numbers", () => {
    expect([1e-17, -1, 7.0396306, 0.64946522].map(amount)).toEqual(["0", "−1", "7.03963", "0.649465"]);
    expect(vectorText([1, 0, 1, 0], 2)).toBe("(1, 0, …)");
  });
});
