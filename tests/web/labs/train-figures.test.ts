/** Curves, tests by length, needle maps and the sentence at the top, from results that are known. */
import { expect, test } from "vitest";
import { claimOf } from "../../../web/src/labs/train/answer.ts";
import { curveFigure } from "../../../web/src/labs/train/figures/curve.ts";
import { lengthFigure } from "../../../web/src/labs/train/figures/lengths.ts";
import { needleOf } from "../../../web/src/labs/train/figures/needle.ts";
import { largestDifference, studyCopies } from "../../../web/src/labs/train/results.ts";
import { type Row, rowName, rowsOf } from "../../../web/src/labs/train/rows.ts";
import { stopsOf, summaryColumns } from "../../../web/src/labs/train/table.ts";
import type { Shown } from "../../../web/src/labs/train/visit.ts";
import { relativeTime } from "../../../web/src/labs/train/work.ts";
import { defaultStudy, type LengthResult, type RunResult } from "../../../web/src/training/index.ts";

const facts = { parameters: 100, position_parameters: 0, vocabulary: 10, outputs: 10, chance: 2.3, classifies: false };
const tested = (tokens: number, loss: number, accuracy: number): LengthResult => ({
  tokens,
  loss,
  floor: 0.1,
  accuracy,
});

const run = (name: string, seed: number, change: Partial<RunResult> = {}): RunResult => ({
  ...{ name, seed, facts, milliseconds_per_step: 10 },
  curve: [
    { step: 8, loss: 2 + seed, floor: 0.1, accuracy: 0.2 },
    { step: 16, loss: 1, floor: 0.1, accuracy: 0.9 },
  ],
  tests: [tested(32, 0.2, 1), tested(64, 0.4, 0.95), tested(128, 1.2, 0.5)],
  ...change,
});

const shown: Shown = {
  study: {
    ...defaultStudy,
    methods: ["rope", "learned"],
    steps: 16,
    seeds: [0, 2],
    lengths: [32, 64, 128],
    depths: [0, 1],
  },
  runs: [
    run("rope", 0, {
      extensions: [{ name: "yarn", fine_tuned: 5, tests: [tested(32, 0.3, 1)] }],
      needle: [
        [1, 0.5],
        [0, 0],
        [0, 0],
      ],
    }),
    run("learned", 0, {
      ...{
        milliseconds_per_step: 12,
        needle: [
          [1, 1],
          [null, null],
          [null, null],
        ],
      },
      tests: [tested(32, 0.2, 1), { tokens: 64, refused: "row 31 of its 32 rows" }, { tokens: 128, refused: "row" }],
    }),
    run("rope", 2, {
      needle: [
        [0.5, 0.5],
        [0, 0],
        [0, 0],
      ],
    }),
  ],
};

test("curves: the mean of the seeds that are so far, and their deviation", () => {
  const figure = curveFigure(shown, ["rope", "none"]);
  expect(figure?.chart.points).toEqual([8, 16]);
  expect(figure?.chart.lines.map(({ name }) => name)).toEqual(["RoPE"]);
  expect([...((figure?.chart.lines[0]?.values ?? []) as Float64Array)]).toEqual([3, 1]);
  expect([...((figure?.chart.lines[0]?.band ?? []) as Float64Array)]).toEqual([Math.SQRT2, 0]);
  expect(figure?.chart.marks?.map(({ at }) => at)).toEqual([2.3, expect.closeTo(0.1, 9)]);
  expect(figure?.chart.description).toBe("RoPE from 3.000 to 1.000 nats.");
  expect(curveFigure(shown, ["alibi"])).toBeNull();
});

test("tests by length: refusals are gaps in the line and words in the readout", () => {
  const drawn = rowsOf(shown)
    .filter(({ extension }) => extension === null)
    .map((row, tone) => ({ row, tone }));
  const figure = lengthFigure(shown, drawn, "accuracy");
  expect(figure?.chart.lines.map(({ values }) => Array.from(values))).toEqual([
    [1, 0.95, 0.5],
    [1, Number.NaN, Number.NaN],
  ]);
  expect(figure?.chart.detail?.(0)).toBe("");
  expect(figure?.chart.detail?.(1)).toBe("refused by learned table");
  expect(figure?.chart.x.ticks?.map(figure.chart.x.tick)).toEqual(["32 ×1", "64 ×2", "128 ×4"]);
  const loss = lengthFigure(shown, drawn, "loss");
  expect(loss?.chart.lines).toHaveLength(2);
  expect(loss?.chart.marks?.map(({ at }) => at)).toEqual([32, 2.3, 0.1]);
  const rising: LengthResult[] = [tested(32, 1, 1), { ...tested(64, 1, 1), floor: 0.5 }];
  const other: Shown = { ...shown, runs: [run("rope", 0, { tests: rising })] };
  // A method that refuses a length does not take the floor from the others.
  const both: Shown = { ...other, runs: [...shown.runs.filter(({ name }) => name === "learned"), ...other.runs] };
  const bothDrawn = rowsOf(both).map((row, tone) => ({ row, tone }));
  expect(lengthFigure(both, bothDrawn, "loss")?.chart.lines.at(-1)?.values).toEqual([0.1, 0.5, Number.NaN]);
  const line = lengthFigure(other, [{ row: rowsOf(other)[0] as Row, tone: 0 }], "loss")?.chart.lines.at(-1);
  expect(line).toMatchObject({ tone: "floor", values: [0.1, 0.5, Number.NaN] });
  expect(loss?.python).toContain("np.nan");
});

test("rows: methods in their order, each with its extensions", () => {
  expect(rowsOf(shown).map(rowName)).toEqual(["RoPE", "RoPE + YaRN, 5 steps", "learned table"]);
  const lines = Object.fromEntries(summaryColumns(rowsOf(shown)).map(({ name, values }) => [name, Array.from(values)]));
  expect(lines.method).toEqual(["rope", "rope", "rope", "rope", "learned", "learned", "learned"]);
  expect(lines.refused?.at(-2)).toBe("row 31 of its 32 rows");
});

test("needle map: mean of the seeds; what is refused is hidden", () => {
  expect([...((needleOf(shown, "rope")?.values ?? []) as Float64Array)]).toEqual([0.75, 0.5, 0, 0, 0, 0]);
  expect([...((needleOf(shown, "learned")?.values ?? []) as Float64Array)].map(Number.isNaN)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(needleOf(shown, "none")).toBeNull();
});

test("the sentence at the top: how far, or else the losses", () => {
  const rows = rowsOf(shown).filter(({ extension }) => extension === null);
  expect(claimOf(shown, rows)).toBe(
    "Accuracy stays at 90% or more: RoPE up to 64 tokens; learned table up to 32 tokens.",
  );
  const mixed: Shown = { ...shown, runs: [...shown.runs, run("alibi", 0, { tests: [tested(32, 1, 0.5)] })] };
  expect(
    claimOf(
      mixed,
      rowsOf(mixed).filter(({ method }) => method !== "learned"),
    ),
  ).toContain("; ALiBi not even at 32.");
  const poor: Shown = { ...shown, runs: [run("rope", 0, { tests: [tested(32, 2, 0.1), tested(64, 2.1, 0.1)] })] };
  expect(claimOf(poor, rowsOf(poor))).toBe("Loss from 32 tokens on: RoPE 2.000 to 2.100 at 64.");
  expect(claimOf({ ...shown, runs: [] }, [])).toContain("Nothing has been tested yet");
});

test("a run that stopped says the step and the reason", () => {
  const stopped = { step: 12, reason: "loss: expected a finite number, got NaN" };
  expect(stopsOf([run("rope", 0), run("alibi", 1, { stopped })])).toEqual([
    {
      text: "ALiBi, seed 1, stopped at step 12; tests are those of the last good state.",
      reason: "loss: expected a finite number, got NaN",
    },
  ]);
});

test("files: the JSON that the command reads, one line per test as CSV", async () => {
  const { json = () => "", csv = () => "" } = studyCopies(shown);
  expect(JSON.parse(await json())).toEqual(JSON.parse(JSON.stringify(shown)));
  const lines = (await csv()).trim().split("\n");
  expect(lines).toHaveLength(1 + 3 * 3 + 1);
  expect(lines[0]).toBe("method,seed,extension,fine_tuned,tokens,loss,floor,accuracy,refused");
  expect(lines[4]).toBe('"rope",0,"yarn",5,32,0.3,0.1,1,""');
});

test("repeated: the largest difference of a test's loss; times as multiples", () => {
  const other: Shown = { ...shown, runs: [run("rope", 0, { tests: [tested(32, 0.2, 1), tested(64, 0.41, 1)] })] };
  expect(largestDifference(other, shown)).toBeCloseTo(0.01, 9);
  expect(largestDifference({ ...other, runs: [run("none", 0)] }, shown)).toBeNull();
  expect(relativeTime([run("none", 0), run("learned", 0, { milliseconds_per_step: 12 })], "learned")).toBeCloseTo(
    1.2,
    9,
  );
  expect(relativeTime(shown.runs, "rope")).toBeNull();
});
