/** The public API and its types. */
export type { EngineStatus } from "./engine-switch.ts";
export { type ErrorCode, PosencError } from "./errors.ts";
export type { Fallback, FallbackCode } from "./fallback.ts";
export {
  type CallOptions,
  createPosenc,
  defaultOutputs,
  type Posenc,
  type PosencOptions,
  sharePosenc,
} from "./posenc.ts";
export type * from "./problem.ts";
export { maxDepth, maxTextLength, parseProblem } from "./problem-json.ts";
export type * from "./rope.ts";
export { chooseEngine, type RequestedEngine } from "./select.ts";
export type { CoreDescription, CorePlan } from "./wasm/core-module.ts";
export type { AdapterDescription } from "./webgpu/device.ts";
export type { Rule } from "./webgpu/rule.ts";
export type { Checked } from "./webgpu/spot-check.ts";
