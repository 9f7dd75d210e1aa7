/**
 * The lab's calculations: one at a time, the newest problem next, so that a drag never queues work. A failure is kept
 * beside the last good result. When nothing is asked for, the survey (every method under three masks) is filled in.
 */
import type { Posenc, PosencOptions } from "../../engine/index.ts";
import type { EquivarianceResult, Mask, Method, OutputName } from "../../engine/problem.ts";
import { type LabProblem, shorten, withMethod } from "../../state/defaults.ts";
import { toJson } from "../../state/link.ts";
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

const SHOWN: OutputName[] = [
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
  survey: Survey = new Map();

  private client: Posenc | null = null;
  private wanted: LabProblem | null = null;
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
      if (this.result && !this.wanted) this.request(this.result.problem);
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  request(problem: LabProblem): void {
    this.wanted = problem;
    clearTimeout(this.surveyTimer);
    void this.run();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.surveyTimer);
    this.client?.close();
  }

  private async run(): Promise<void> {
    if (this.running || !this.client) return;
    this.running = true;
    while (this.wanted && !this.closed) {
      const problem = this.wanted;
      this.wanted = null;
      try {
        const data = await this.client.equivariance(shorten(problem), { outputs: SHOWN });
        this.result = { problem, data, terms: null };
        this.failure = null;
        this.changed();
        if (needsTerms(problem) && !this.wanted) await this.addTerms(this.client, this.result);
      } catch (thrown) {
        this.fail(thrown);
      }
    }
    this.running = false;
    if (!this.closed) this.surveyTimer = setTimeout(() => void this.fillSurvey(), SURVEY_PAUSE_MS);
  }

  private async addTerms(client: Posenc, result: LabResult): Promise<void> {
    const terms = await askTerms(
      (problem) => client.attention(problem, { outputs: ["scores", "output"] }),
      result.problem,
    );
    if (this.result !== result || this.closed) return;
    this.result = { ...result, terms };
    this.changed();
  }

  private async fillSurvey(): Promise<void> {
    const { client, result } = this;
    if (!client || !result || this.wanted) return;
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
        if (this.wanted || this.closed) return;
        try {
          const problem = shorten({ ...base, method, mask, permute_mask });
          const data = await client.equivariance(problem, { outputs: ["output"] });
          survey.set(`${method.kind} ${maskName}`, data.referenceMaxDifference);
        } catch {
          // What the core refuses here: rotary with an odd width, a table to add where q, k and v are given.
          survey.set(`${method.kind} ${maskName}`, Number.NaN);
        }
      }
    }
    if (this.wanted || this.closed) return;
    this.surveyOf = name;
    this.survey = survey;
    this.changed();
  }

  private setStatus(status: EngineStatus): void {
    const hasFailed = status.fallback?.code === "check_failed" && this.status?.fallback?.code !== "check_failed";
    this.status = status;
    // What is shown comes from the engine that turned out to be wrong.
    if (hasFailed && this.result?.data.engine === "webgpu" && !this.wanted) this.request(this.result.problem);
    this.changed();
  }

  private fail(thrown: unknown): void {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "internal";
    this.failure = { code, message: thrown instanceof Error ? thrown.message : String(thrown) };
    this.changed();
  }
}
