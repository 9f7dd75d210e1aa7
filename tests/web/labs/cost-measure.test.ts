/** Rounds, statistics, verdicts and the measurement's life, with a clock and an engine that the tests make up. */
import { describe, expect, test } from "vitest";
import { placeOf } from "../../../web/src/charts/bars.ts";
import {
  createPosenc,
  type EngineName,
  type Posenc,
  PosencError,
  type Problem,
} from "../../../web/src/engine/index.ts";
import { claimOf } from "../../../web/src/labs/cost/answer.ts";
import { columnsOf, extentOfAll } from "../../../web/src/labs/cost/bars.ts";
import { claimText } from "../../../web/src/labs/cost/claims.ts";
import { LENGTHS, lengthFigure, lengthSetups } from "../../../web/src/labs/cost/lengths.ts";
import { Measurement } from "../../../web/src/labs/cost/measure/measurement.ts";
import { countedShare } from "../../../web/src/labs/cost/measure/operations.ts";
import { type Times, timeRounds } from "../../../web/src/labs/cost/measure/rounds.ts";
import { isBusy, quantile, rowOf, summarize, verdictOf } from "../../../web/src/labs/cost/measure/statistics.ts";
import {
  problemsOf,
  quickSetup,
  type Setup,
  type Subject,
  setupOf,
} from "../../../web/src/labs/cost/measure/subjects.ts";
import { percent } from "../../../web/src/labs/cost/names.ts";
import { type CostState, SCHEMA } from "../../../web/src/labs/cost/state.ts";
import { startOf } from "../../../web/src/state/schema.ts";

const state = (change: Partial<CostState> = {}): CostState => ({ ...startOf(SCHEMA), ...change });
const setup: Setup = setupOf(state({ tokens: 16, rounds: 4 }));

const timesOf = (times: Partial<Record<Subject, readonly number[]>>): Times => ({
  setup,
  times: new Map(Object.entries(times) as [Subject, readonly number[]][]),
  engines: new Map(),
});

/** RoPE takes 2, 3, 4 and 5 % of an attention of 100 ms in the four rounds; copies and call take 20 ms. */
const made = summarize(
  timesOf({
    frame: [20, 20, 20, 20],
    none: [120, 120, 121, 120],
    rotary: [122, 123, 125, 125],
    alibi: [120, 119.5, 121.5, 120.3],
  }),
);

test("quantiles between neighbours", () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([4, 1, 2, 3], share))).toEqual([1, 1.75, 2.5, 4]);
  expect(quantile([7], 0.75)).toBe(7);
});

describe("statistics", () => {
  test("shares are of attention without copies, from differences inside each round", () => {
    expect(made.attention).toBe(100);
    expect(rowOf(made, "rotary")).toMatchObject({ share: 0.035, low: 0.0275, high: 0.0425, leastShare: 0.02 });
    expect(made.scatter).toBeCloseTo(0.25 / 120, 12);
    expect(isBusy(made)).toBe(false);
  });

  test("rounds that scatter mean a busy machine", () => {
    expect(isBusy(summarize(timesOf({ frame: [1, 1, 1, 1], none: [10, 20, 11, 19] })))).toBe(true);
    expect(isBusy({ scatter: Number.NaN })).toBe(true);
  });

  test("no share of what is lost in the scatter, nor against another engine", () => {
    const lost = summarize(timesOf({ frame: [9, 9, 9, 9], none: [10, 20, 11, 12], rotary: [12, 12, 12, 12] }));
    const row = rowOf(lost, "rotary");
    expect([row?.share, row?.low, row?.leastShare]).toEqual([NaN, NaN, NaN]);
    expect(claimText("rotary", lost)).toBe("Cannot be told: the scatter is larger than what is measured.");
    expect(row && claimOf(row, lost)).toContain("too busy to tell what RoPE takes");
    const engines = new Map<Subject, EngineName>([
      ["none", "webgpu"],
      ["shaw", "wasm"],
    ]);
    const mixed = summarize({ ...timesOf({ frame: [1], none: [2], shaw: [9] }), engines });
    const shaw = rowOf(mixed, "shaw");
    expect(shaw?.share).toBeNaN();
    expect(shaw && claimOf(shaw, mixed)).toContain("Shaw has no kernel on WebGPU");
  });

  test("a claim holds, fails or stays open by the middle half", () => {
    expect(verdictOf({ low: 0.002, high: 0.009 }, 0.01)).toBe("holds");
    expect(verdictOf({ low: 0.011, high: 0.02 }, 0.01)).toBe("fails");
    expect(verdictOf({ low: -0.01, high: 0.02 }, 0.01)).toBe("open");
    expect(claimText("rotary", made)).toBe("Does not hold here: 2.8% … 4.3% with 16 tokens, 8 heads of 64.");
    expect(claimText("alibi", made)).toBe("Holds here: −0.13% … 0.35% with 16 tokens, 8 heads of 64.");
    expect(claimText("rotary", summarize(timesOf({ frame: [1], none: [2] })))).toBe(
      "Not measured with these settings.",
    );
  });

  test("the answer says takes, unseen, or that the machine is too busy", () => {
    const row = rowOf(made, "rotary");
    const alibi = rowOf(made, "alibi");
    if (!row || !alibi) throw new Error("not measured");
    expect(claimOf(row, made)).toBe("RoPE takes 3.5% of attention here: 16 tokens, 8 heads of 64.");
    expect(claimOf(alibi, made)).toContain("No cost of ALiBi can be told from the scatter here, below 0.35%");
    expect(claimOf({ ...row, low: -0.2, high: -0.1, share: -0.15 }, made)).toContain(
      "RoPE was 15.0% of attention faster",
    );
    expect(claimOf({ ...row, low: -1, high: 2 }, { ...made, scatter: 0.4 })).toContain(
      "too busy to tell what RoPE takes",
    );
  });
});

test("counted operations: RoPE by tokens, biases by pairs", () => {
  // 6 d n of 4 d n², and with a causal mask half of the pairs.
  expect(countedShare("rotary", { tokens: 600, mask: "none", head_dim: 64 })).toBeCloseTo(1.5 / 600, 12);
  expect(countedShare("rotary", { tokens: 599, mask: "causal", head_dim: 64 })).toBeCloseTo(3 / 600, 12);
  expect(countedShare("alibi", { tokens: 77, mask: "causal", head_dim: 64 })).toBe(1 / 256);
  expect(countedShare("cope", setup)).toBeNull();
});

describe("what is timed", () => {
  test("the same tokens for all, one method each, and one key per query for the frame", () => {
    const problems = problemsOf(setup);
    expect([...problems.keys()]).toEqual(["frame", "none", "rotary", "alibi"]);
    expect(problems.get("frame")?.mask).toEqual({ kind: "sliding_window", window: 1 });
    const inputs = new Set([...problems.values()].map(({ input, scale }) => JSON.stringify([input, scale])));
    expect(inputs.size).toBe(1);
  });

  test("sizes are capped; the quick look is small and on WebAssembly", () => {
    expect(SCHEMA.tokens.read("99999")).toEqual({ value: 2048, clamped: true });
    expect(quickSetup(state({ tokens: 2048, engine: "webgpu", set: "all" }))).toMatchObject({
      tokens: 384,
      engine: "wasm",
      methods: ["rotary", "alibi"],
    });
  });

  test("rounds are interleaved, each begins with another, the first is not counted", async () => {
    const calls: string[] = [];
    let clock = 0;
    const nameOf = ({ method, mask }: Problem) =>
      mask?.kind === "sliding_window" ? "frame" : (method as { kind: string }).kind;
    const attention = async (problem: Problem) => {
      calls.push(nameOf(problem));
      clock += calls.length <= 4 ? 1000 : 5;
      return { engine: "wasm" as EngineName };
    };
    const progress: number[] = [];
    const { times } = await timeRounds({ attention } as unknown as Posenc, setup, {
      signal: new AbortController().signal,
      now: () => clock,
      onProgress: (done, total) => progress.push(done / total),
    });
    expect(calls.slice(0, 8)).toEqual(["frame", "none", "rotary", "alibi", "none", "rotary", "alibi", "frame"]);
    expect(calls).toHaveLength(20);
    expect([...times.values()]).toEqual(Array.from({ length: 4 }, () => [5, 5, 5, 5]));
    expect(progress.at(-1)).toBe(1);
  });

  test("calls too short for the clock are repeated within a sample", async () => {
    let calls = 0;
    let clock = 0;
    const attention = async () => {
      ++calls;
      clock += 0.5;
      return { engine: "wasm" };
    };
    const { times } = await timeRounds({ attention } as unknown as Posenc, setup, {
      signal: new AbortController().signal,
      now: () => clock,
      onProgress: () => {},
    });
    expect(calls).toBe(4 + 4 * 4 * 10);
    expect(times.get("rotary")).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  test("the real engine answers every timed call", async () => {
    const posenc = await createPosenc({ engine: "wasm", workers: 1 });
    const all = setupOf(state({ tokens: 16, rounds: 3, set: "all" }));
    const { times, engines } = await timeRounds(posenc, all, {
      signal: new AbortController().signal,
      now: () => performance.now(),
      onProgress: () => {},
    });
    expect(times.size).toBe(10);
    expect([...new Set(engines.values())]).toEqual(["wasm"]);
    for (const list of times.values()) expect(Math.min(...list)).toBeGreaterThan(0);
  });
});

describe("a measurement", () => {
  const instant = async () =>
    ({ attention: async () => ({ engine: "wasm" }), status: { engine: "wasm" }, close: () => {} }) as unknown as Posenc;

  test("keeps what it found for each setup", async () => {
    const measurement = new Measurement(() => {}, instant);
    await measurement.run([setup]);
    expect(measurement.resultOf(setup)?.times.setup).toEqual(setup);
    expect(measurement.resultOf({ ...setup, tokens: 17 })).toBeNull();
    expect([measurement.isRunning, measurement.progress, measurement.failure]).toEqual([false, null, null]);
  });

  test("aborted: no result, no failure, earlier results stay", async () => {
    let calls = 0;
    const measurement: Measurement = new Measurement(
      () => {},
      async () =>
        ({
          status: {},
          close: () => {},
          attention: async ({ input }: Problem, { signal }: { signal: AbortSignal }) => {
            if (input.kind === "tokens" && input.tokens.length === 17 && ++calls === 9) measurement.abort();
            signal.throwIfAborted();
            return { engine: "wasm" };
          },
        }) as unknown as Posenc,
    );
    await measurement.run([setup, { ...setup, tokens: 17 }]);
    expect(measurement.resultOf(setup)).not.toBeNull();
    expect(measurement.resultOf({ ...setup, tokens: 17 })).toBeNull();
    expect([measurement.isRunning, measurement.failure]).toEqual([false, null]);
  });

  test("an engine that fails is told in its words, and can be tried again", async () => {
    let opened = 0;
    const measurement = new Measurement(
      () => {},
      async () => {
        if (++opened === 1) throw new PosencError("engine_unavailable", "no module here");
        return instant();
      },
    );
    await measurement.run([setup]);
    expect(measurement.failure).toBe("no module here");
    await measurement.run([setup]);
    expect(measurement.failure).toBeNull();
    expect(measurement.resultOf(setup)).not.toBeNull();
  });
});

describe("figures and copies", () => {
  test("bars: zero is in sight, ends at -50 and 100 percent", () => {
    expect(extentOfAll([made])).toEqual({ from: expect.closeTo(-0.00125, 8), to: 0.0425 });
    const wild = summarize(timesOf({ frame: [0, 0], none: [1, 1], fire: [20, 20], rotary: [0.1, 0.2] }));
    expect(extentOfAll([wild])).toEqual({ from: -0.5, to: 1 });
    expect([-9, 0, 1, 20].map((share) => placeOf(share, { from: -1, to: 1 }))).toEqual([0, 50, 100, 100]);
  });

  test("columns hold the setup, so that a copy says what was measured", () => {
    const columns = columnsOf(made);
    expect(columns.find(({ name }) => name === "share_of_attention")?.values).toContain(0.035);
    expect(columns.find(({ name }) => name === "tokens")?.values).toEqual([16, 16, 16, 16]);
  });

  test("the length figure: nothing before a measurement, gaps where one is missing", () => {
    const none = { resultOf: () => null };
    expect(lengthFigure(state(), null, none)).toBeNull();
    const some = { resultOf: ({ tokens }: Setup) => (tokens === 512 ? made : null) };
    const figure = lengthFigure(state({ method: "shaw" }), null, some);
    expect(figure?.chart.lines.map(({ name }) => name)).toEqual(["RoPE", "ALiBi", "Shaw"]);
    expect(Array.from(figure?.chart.lines[0]?.values ?? [])).toEqual([NaN, NaN, 3.5000000000000004, NaN, NaN]);
    expect(lengthSetups(state()).map(({ tokens }) => tokens)).toEqual([...LENGTHS]);
    expect(lengthFigure(state(), state({ heads: "1" }), some)?.chart.lines.map(({ tone }) => tone)).toEqual([
      "main",
      "before",
      "third",
    ]);
  });

  test("percents", () => {
    expect([0.0031, 0.031, 1.57, -0.5, Number.NaN].map(percent)).toEqual(["0.31%", "3.1%", "157%", "−50.0%", "–"]);
  });
});
