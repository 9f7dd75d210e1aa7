/** A whole study on the real module: results, hooks, pause, abort, and what happens when numbers blow up. */
import { describe, expect, test } from "vitest";
import type { TrainerPort } from "../../../web/src/training/messages.ts";
import { performStudy } from "../../../web/src/training/perform.ts";
import type { CurvePoint, StudyResult } from "../../../web/src/training/result.ts";
import type { Study } from "../../../web/src/training/study.ts";
import { openTrainer } from "../../../web/src/training/trainer.ts";

const small: Study = {
  task: { kind: "copying" },
  methods: ["none", "learned", "rope"],
  model: { layers: 1, width: 16, heads: 2 },
  training: { tokens: 9, batch: 4, rate: 3e-3 },
  steps: 60,
  seeds: [0, 1],
  lengths: [9, 18],
  sequences: 8,
};

const withoutTimes = ({ runs }: StudyResult) => runs.map(({ milliseconds_per_step: _, ...run }) => run);

describe("a study", () => {
  test("gives every run its curve and its tests, the same every time", async () => {
    const result = await performStudy(small);
    expect(result.runs.map(({ name, seed }) => `${name} ${seed}`)).toEqual([
      ...["none 0", "learned 0", "rope 0", "none 1", "learned 1", "rope 1"],
    ]);
    for (const { curve, facts } of result.runs) {
      expect(curve.map(({ step }) => step)).toEqual(Array.from({ length: 30 }, (_, point) => 2 * point + 2));
      expect(facts.chance).toBeCloseTo(Math.log(16), 12);
      expect((curve.at(-1) as CurvePoint).loss).toBeLessThan((curve[0] as CurvePoint).loss);
    }
    expect(result.runs[1]?.tests[1]).toEqual({ tokens: 18, refused: expect.stringMatching(/^method\.table: /) });
    expect(withoutTimes(await performStudy(small, { workers: 3 }))).toEqual(withoutTimes(result));
  });

  test("extensions are tested on the trained model, and again after fine-tuning", async () => {
    const study: Study = { ...small, methods: ["learned"], seeds: [0], extensions: ["interpolated"], fine_tune: 10 };
    const [run] = (await performStudy(study)).runs;
    const [before, after] = run?.extensions ?? [];
    expect([before?.fine_tuned, after?.fine_tuned]).toEqual([0, 10]);
    expect(before?.tests[0]).toEqual(run?.tests[0]);
    expect(before?.tests[1]).toHaveProperty("loss");
    expect(after?.tests[1]).not.toEqual(before?.tests[1]);
  });

  test("a needle map has a row per length and a column per depth", async () => {
    const task = { kind: "passkey", length: 1 } as const;
    const study: Study = { ...small, task, methods: ["learned"], seeds: [0], depths: [0, 0.5, 1] };
    const [run] = (await performStudy(study)).runs;
    expect(run?.needle).toEqual([
      [expect.any(Number), expect.any(Number), expect.any(Number)],
      [null, null, null],
    ]);
  });

  test("pauses between slices, and goes on", async () => {
    let goOn: () => void = () => {};
    let paused = false;
    const points: CurvePoint[] = [];
    const going = performStudy(
      { ...small, methods: ["none"], seeds: [0] },
      {
        mayGoOn: () =>
          points.length < 5
            ? Promise.resolve()
            : new Promise((resolve) => {
                goOn = resolve;
                paused = true;
              }),
        hooksOf: () => ({ onPoint: (point) => void points.push(point) }),
      },
    );
    await expect.poll(() => paused).toBe(true);
    const seen = points.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(points.length).toBe(seen);
    const timer = setInterval(() => goOn(), 1);
    expect((await going).runs[0]?.curve.length).toBe(30);
    clearInterval(timer);
  });

  test("aborts, and says so", async () => {
    const abort = new AbortController();
    const going = performStudy(
      { ...small, steps: 100_000 },
      { signal: abort.signal, hooksOf: () => ({ onPoint: () => abort.abort() }) },
    );
    await expect(going).rejects.toMatchObject({ code: "aborted" });
    await expect(performStudy(small, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  });

  test("a rate that diverges stops the run, with the step, and tests the last good state", async () => {
    const study: Study = { ...small, methods: ["rope"], seeds: [0], steps: 400 };
    const wild = { ...study, training: { ...study.training, rate: 10, decay: 1, largest_norm: 0 } };
    const [run] = (await performStudy(wild)).runs;
    expect(run?.stopped?.reason).toMatch(/^step \d+: .* is not finite; the parameters are those of the step before/);
    expect(run?.stopped?.step).toBeLessThan(400);
  });

  test.each([
    [{ training: { tokens: 9, batch: 4, rate: -1 } }, /^optimizer\.rate: expected /],
    [{ model: { width: 15, heads: 2 } }, /^model\.heads: expected a divisor of width/],
    [{ training: { tokens: 16_384, batch: 4096 } }, /^training\.batch: expected /],
    [{ task: { kind: "copying", letters: 3 } }, /letters/],
  ])("%j is refused by the core", async (change, message) => {
    await expect(performStudy({ ...small, ...change } as Study)).rejects.toThrow(message);
  });
});

describe("a trainer", () => {
  test("goes on from saved parameters", async () => {
    const trainer = openTrainer();
    const experiment = {
      task: { kind: "copying" },
      model: { width: 16, heads: 2 },
      method: { kind: "rotary" },
    } as const;
    await trainer.start(experiment);
    await trainer.steps(5);
    const test = await trainer.test({ tokens: 32 });
    const parameters = await trainer.parameters();
    await trainer.start(experiment, parameters);
    expect(await trainer.test({ tokens: 32 })).toEqual(test);
    const { shape } = await trainer.attention({ tokens: 12 });
    expect(shape).toEqual([4, 12, 12]);
    trainer.close();
    await expect(trainer.steps(1)).rejects.toMatchObject({ code: "closed" });
  });

  test("says what a call without a run lacks", async () => {
    const trainer = openTrainer();
    await expect(trainer.steps(1)).rejects.toThrow("training: expected start() first");
    trainer.close();
  });

  test("that loses its worker rejects what is open and what comes", async () => {
    const port: TrainerPort = {
      postMessage: () => port.onerror?.({ message: "gone" }),
      terminate() {},
      onmessage: null,
      onerror: null,
    };
    const trainer = openTrainer({ startWorker: () => port, parallelism: () => 1 });
    await expect(trainer.steps(1)).rejects.toThrow("the training worker stopped: gone");
    await expect(trainer.steps(1)).rejects.toMatchObject({ code: "worker_trap" });
  });
});
