/**
 * The lab's calculations: one at a time, the newest problem next and then the one it is compared with, so that a drag
 * never queues work. A failure is kept beside the last good result. When nothing is asked for, the survey (every method
 * under three masks) is filled in.
 */
import type { Posenc, PosencOptions } from "../../engine/index.ts";
import type { EquivarianceResult, Mask, Method, OutputName } from "../../engine/problem.ts";
import { comparable, type LabProblem, withMethod } from "../../state/defaults.ts";
import { sameProblem, toJson } from "../../state/link.ts";
import { METHOD_KINDS } from "../../state/method-fields.ts";
import { askTerms, needsTerms, type Terms } from "./terms.ts";

export type EngineStatus = Posenc["status"];

export const ENGINE_CHOICES = ["auto", "wasm", "webgpu", "reference"] as const;
export type EngineChoice = (typeof ENGINE_CHOICES)[number];

export interface LabResult {
  problem: LabProblem;
  data: EquivarianceResult;
  /** What the written-out formulas need beside it; asked for after the result is shown. */
  terms: Terms | null;
}

/** What a result is for: the problem of the controls, or the one kept for comparison. */
type Part = "result" | "kept";

interface Job {
  part: Part;
  problem: LabProblem;
}

export interface Failure {
  code: string;
  message: string;
}

/** max |F(PX) - P F(X)| in double, by method kind and mask column; NaN where the core refuses the method. */
export type Survey = ReadonlyMap<string, number>;

export const SURVEY_METHODS = METHOD_KINDS.map((kind) => ({ kind }) as Method);
export const SURVEY_MASKS: readonly { name: "none" | "causal" | "permuted"; mask: Mask; permute_mask: boolean }[] = [
  { name: "none", mask: { kind: "none" }, permute_mask: false },
  { name: "causal", mask: { kind: "causal" }, permute_mask: false },
  { name: "permuted", mask: { kind: "causal" }, permute_mask: true },
];

export const SHOWN: OutputName[] = [
  "input",
  "encoding",
  "query",
  "key",
  "value",
  "rotated_query",
  "rotated_key",
  "scores",
  "weights",
  "output",
];

const SURVEY_PAUSE_MS = 250;

export class Session {
  status: EngineStatus | null = null;
  result: LabResult | null = null;
  failure: Failure | null = null;
  kept: LabResult | null = null;
  keptFailure: Failure | null = null;
  survey: Survey = new Map();

  private client: Posenc | null = null;
  private wanted: Job[] = [];
  /** Results of the present engine: asked for again, they are there. */
  private valid = new WeakSet<EquivarianceResult>();
  /** Results whose terms were asked for. */
  private readonly completed = new WeakSet<EquivarianceResult>();
  private running = false;
  private surveyOf = "";
  private surveyTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly changed: () => void,
    private readonly open: (options: PosencOptions) => Promise<Posenc>,
  ) {}

  async start(engine: EngineChoice): Promise<void> {
    try {
      const client = await this.open({ engine, onStatus: (status: EngineStatus) => this.setStatus(status) });
      if (this.closed) {
        client.close();
        return;
      }
      this.client = client;
      this.setStatus(client.status);
      void this.run();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  async setEngine(engine: EngineChoice): Promise<void> {
    try {
      await this.client?.setEngine(engine);
      if (this.client) this.setStatus(this.client.status);
      this.askAnew();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  request(problem: LabProblem, other: LabProblem | null): void {
    const known = [this.result, this.kept];
    const jobs: Job[] = [{ part: "result", problem }, ...(other ? [{ part: "kept" as const, problem: other }] : [])];
    if (!other || !this.kept || !sameProblem(other, this.kept.problem)) this.kept = null;
    this.keptFailure = null;
    this.wanted = jobs.filter((job) => {
      const found = known.find((one) => one && this.valid.has(one.data) && sameProblem(one.problem, job.problem));
      if (found) this.put(job, { ...found, problem: job.problem });
      return !found;
    });
    clearTimeout(this.surveyTimer);
    void this.run();
  }

  private put({ part }: Job, result: LabResult): void {
    this.valid.add(result.data);
    this[part] = result;
    this[part === "result" ? "failure" : "keptFailure"] = null;
    this.changed();
  }

  /** By the engine as it is now. */
  private askAnew(): void {
    this.valid = new WeakSet();
    if (this.result && this.wanted.length === 0) this.request(this.result.problem, this.kept?.problem ?? null);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.surveyTimer);
    this.client?.close();
  }

  private async run(): Promise<void> {
    if (this.running || !this.client) return;
    this.running = true;
    while (!this.closed) {
      const job = this.wanted.shift();
      const open = job ? null : this.withoutTerms();
      if (job) await this.answer(this.client, job);
      else if (open) await this.addTerms(this.client, open);
      else break;
    }
    this.running = false;
    if (!this.closed) this.surveyTimer = setTimeout(() => void this.fillSurvey(), SURVEY_PAUSE_MS);
  }

  private async answer(client: Posenc, job: Job): Promise<void> {
    try {
      const data = await client.equivariance(comparable(job.problem), { outputs: SHOWN });
      this.put(job, { problem: job.problem, data, terms: null });
    } catch (thrown) {
      if (job.part === "result") this.fail(thrown);
      else this.failKept(thrown);
    }
  }

  private withoutTerms(): Part | null {
    const isOpen = (part: Part) => {
      const one = this[part];
      return one !== null && !this.completed.has(one.data) && needsTerms(one.problem);
    };
    return (["result", "kept"] as const).find(isOpen) ?? null;
  }

  private async addTerms(client: Posenc, part: Part): Promise<void> {
    const result = this[part] as LabResult;
    this.completed.add(result.data);
    try {
      const terms = await askTerms(
        (problem) => client.attention(problem, { outputs: ["scores", "output"] }),
        result.problem,
      );
      if (this[part]?.data !== result.data || this.closed) return;
      this[part] = { ...this[part], terms };
      this.changed();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  private async fillSurvey(): Promise<void> {
    const { client, result } = this;
    if (!client || !result || this.wanted.length > 0) return;
    const base: LabProblem = {
      ...withMethod(result.problem, { kind: "none" }),
      mask: { kind: "none" },
      permute_mask: false,
    };
    const name = toJson(base);
    if (name === this.surveyOf) return;
    const survey = new Map<string, number>();
    for (const method of SURVEY_METHODS) {
      for (const { name: maskName, mask, permute_mask } of SURVEY_MASKS) {
        if (this.wanted.length > 0 || this.closed) return;
        try {
          const problem = comparable({ ...base, method, mask, permute_mask });
          const data = await client.equivariance(problem, { outputs: ["output"] });
          survey.set(`${method.kind} ${maskName}`, data.referenceMaxDifference);
        } catch {
          // What the core refuses here: rotary with an odd width, a table to add where q, k and v are given.
          survey.set(`${method.kind} ${maskName}`, Number.NaN);
        }
      }
    }
    if (this.wanted.length > 0 || this.closed) return;
    this.surveyOf = name;
    this.survey = survey;
    this.changed();
  }

  private setStatus(status: EngineStatus): void {
    const hasFailed = status.fallback?.code === "check_failed" && this.status?.fallback?.code !== "check_failed";
    this.status = status;
    // What is shown comes from the engine that turned out to be wrong.
    if (hasFailed && this.result?.data.engine === "webgpu") this.askAnew();
    this.changed();
  }

  private fail(thrown: unknown): void {
    this.failure = failureOf(thrown);
    this.changed();
  }

  private failKept(thrown: unknown): void {
    this.keptFailure = failureOf(thrown);
    this.changed();
  }
}

function failureOf(thrown: unknown): Failure {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "internal";
  return { code, message: thrown instanceof Error ? thrown.message : String(thrown) };
}
