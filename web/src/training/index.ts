/** Training small Transformers in workers: the public part. */
export * from "./experiment.ts";
export { type ExtensionName, extensionNames, extensionOf } from "./extension-presets.ts";
export { type MethodName, methodNames, methodOf } from "./method-presets.ts";
export { performStudy, type StudyHooks } from "./perform.ts";
export type * from "./result.ts";
export { defaultStudy, limits, runsOf, type Study, type StudyMethod, type StudyRun, trainedTokens } from "./study.ts";
export { type MethodSummary, reachThreshold, summarise } from "./summary.ts";
export { openTrainer, type Trainer } from "./trainer.ts";
