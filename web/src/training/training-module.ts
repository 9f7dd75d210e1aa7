/** What the Embind module posenc-training (cpp/bindings/bind_training.cpp) offers. A module holds one run. */
import type { Tensor } from "../engine/problem.ts";
import type { CoreAnswer } from "../engine/wasm/core-module.ts";
import type { Experiment, NamedTensor, TestReport, TestRequest, TrainingFacts, TrainingSteps } from "./experiment.ts";

export interface TrainingModule {
  /** Makes the run that every other call is about; with parameters it goes on from these. */
  start(experiment: Experiment, parameters: readonly NamedTensor[] | undefined): CoreAnswer<TrainingFacts>;
  steps(count: number): CoreAnswer<TrainingSteps>;
  test(request: TestRequest): CoreAnswer<TestReport>;
  /** [layers * heads, tokens, tokens], the weights of one sequence; 0 where hidden. */
  attention(request: TestRequest): CoreAnswer<Tensor>;
  parameters(): CoreAnswer<NamedTensor[]>;
}

export type TrainingCall = keyof TrainingModule;
export type TrainingRequest = {
  [Call in TrainingCall]: { call: Call; args: Parameters<TrainingModule[Call]> };
}[TrainingCall];
export type TrainingAnswer = ReturnType<TrainingModule[TrainingCall]>;

/** Throws what the module throws: then it trapped, and its state is unknown. */
export function ask(module: TrainingModule, { call, args }: TrainingRequest): TrainingAnswer {
  return (module[call] as (...args: unknown[]) => TrainingAnswer)(...args);
}
