/**
 * The core as the engine sees it: one request, one answer, all plain data. The same request type goes to the
 * module on this thread and, by postMessage, to the worker.
 */
import { PosencError } from "../errors.ts";
import type { DecodeOutput, Problem, Tensor } from "../problem.ts";
import type { Frequencies, PhaseError, RotaryDifference, ScoreCurve } from "../rope.ts";
import type {
  CoreAnswer,
  CoreAttention,
  CoreComparison,
  CoreDecoding,
  CoreDescription,
  CoreModule,
  CoreOptions,
  CorePlan,
} from "./core-module.ts";

export interface CoreReplies {
  describe: CoreDescription;
  attention: CoreAttention;
  plan: CorePlan;
  decode: CoreDecoding;
  compare: CoreComparison;
  frequencies: Frequencies;
  score_curve: ScoreCurve;
  rotary_difference: RotaryDifference;
  phase_error: PhaseError;
}

export type CoreCall = keyof CoreReplies;

export type CoreRequest<Call extends CoreCall = CoreCall> = {
  describe: { call: "describe" };
  attention: { call: "attention"; problem: Problem; options: CoreOptions };
  plan: { call: "plan"; problem: Problem; options: { permuted: boolean } };
  decode: { call: "decode"; problem: Problem; options: { outputs: readonly DecodeOutput[] } };
  compare: { call: "compare"; original: Tensor; permuted: Tensor; permutation: readonly number[] };
  frequencies: { call: "frequencies"; request: object };
  score_curve: { call: "score_curve"; request: object };
  rotary_difference: { call: "rotary_difference"; request: object };
  phase_error: { call: "phase_error"; request: object };
}[Call];

/** Throws what the module throws: then it trapped, and its state is unknown. */
export function ask(core: CoreModule, request: CoreRequest): CoreAnswer<CoreReplies[CoreCall]> {
  switch (request.call) {
    case "describe":
      return core.describe();
    case "attention":
      return core.attention(request.problem, request.options);
    case "plan":
      return core.plan(request.problem, request.options);
    case "decode":
      return core.decode(request.problem, request.options);
    case "compare":
      return core.compare(request.original, request.permuted, request.permutation);
    case "frequencies":
    case "score_curve":
    case "rotary_difference":
    case "phase_error":
      return core[request.call](request.request);
  }
}

/** The value, or the core's refusal as an error with the core's code. */
export function unwrap<T>(answer: CoreAnswer<T>): T {
  if (answer.ok) return answer.value;
  throw new PosencError(answer.code, answer.message);
}
