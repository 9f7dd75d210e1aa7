/** A study of this visit: what is known of it while it is trained, and after. */
import type {
  CurvePoint,
  LengthResult,
  NamedTensor,
  RunResult,
  Study,
  StudyRun,
  TrainingFacts,
} from "../../training/index.ts";
import { runsOf } from "../../training/index.ts";
import { workOf } from "./work.ts";

export type Stage = "preparing" | "asking" | "training" | "done" | "aborted" | "failed";

/** One run as it goes on. */
export interface LiveRun {
  run: StudyRun;
  done: number;
  total: number;
  /** Milliseconds of a step; 0: none yet. */
  pace: number;
  curve: CurvePoint[];
  tests: LengthResult[];
  result: RunResult | null;
  /** Of the trained model; null until it is. */
  parameters: readonly NamedTensor[] | null;
}

/** What figures show, of a visit or a recording. New objects for new numbers. */
export interface Shown {
  study: Study;
  runs: readonly RunResult[];
}

export class Visit {
  stage: Stage = "preparing";
  /** Milliseconds, once a step was measured. */
  estimate: number | null = null;
  failure: string | null = null;
  readonly live: readonly LiveRun[];
  /** By method, known before the first step. */
  readonly facts = new Map<string, TrainingFacts>();
  /** With the curves of runs that are under way. */
  shown: Shown;
  /** Changes only when a test is done: what is drawn from it is not drawn anew with every step. */
  tested: Shown;

  constructor(readonly study: Study) {
    this.live = runsOf(study).map((run) => ({
      run,
      done: 0,
      total: study.steps + (study.fine_tune ?? 0) * run.extensions.length,
      pace: 0,
      curve: [],
      tests: [],
      result: null,
      parameters: null,
    }));
    this.shown = { study, runs: [] };
    this.tested = this.shown;
  }

  get isOver(): boolean {
    return this.stage === "done" || this.stage === "aborted" || this.stage === "failed";
  }

  /** 0 … 1, by the work that it takes. */
  get share(): number {
    const works = this.live.map(({ run, done, result }) => {
      const { training, whole } = workOf(this.study, run);
      return { whole, done: result ? whole : Math.min(whole, (training * done) / this.study.steps) };
    });
    const sum = (of: "whole" | "done") => works.reduce((total, one) => total + one[of], 0);
    return sum("done") / sum("whole");
  }

  takeCurves(): void {
    this.shown = { study: this.study, runs: this.live.flatMap((one) => this.resultOf(one)) };
  }

  takeTests(): void {
    this.takeCurves();
    this.tested = this.shown;
  }

  /** Of a run that has begun. */
  private resultOf({ run, curve, tests, pace, result }: LiveRun): RunResult[] {
    const facts = this.facts.get(run.name);
    if (result) return [result];
    if (!facts || curve.length === 0) return [];
    return [
      { name: run.name, seed: run.seed, facts, curve: [...curve], tests: [...tests], milliseconds_per_step: pace },
    ];
  }
}
