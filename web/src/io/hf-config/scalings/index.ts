/** One rule per kind of context extension. */
import type { RopeType } from "../rope-types.ts";
import { llama3 } from "./llama3.ts";
import { longrope } from "./longrope.ts";
import { dynamic, ntk, ntkByParts } from "./ntk.ts";
import { needFactor, type ScalingRule } from "./scaling-context.ts";
import { dynamicYarn, yarn } from "./yarn.ts";

const none: ScalingRule = { keys: [], read: () => ({ kind: "none" }) };

const linear: ScalingRule = {
  keys: ["factor"],
  read(context) {
    const factor = needFactor(context);
    return factor === undefined ? undefined : { kind: "linear", factor };
  },
};

/** A factor beside the share of pairs that turn is optional. */
const proportional: ScalingRule = {
  keys: ["factor"],
  read: (context) =>
    context.scope.blocks.some((block) => block.has("factor")) ? linear.read(context) : { kind: "none" },
};

const rules: Record<RopeType, ScalingRule> = {
  default: none,
  mllama4: none,
  linear,
  dynamic,
  ntk,
  ntk_by_parts: ntkByParts,
  yarn,
  deepseek_yarn: yarn,
  dynamic_yarn: dynamicYarn,
  longrope,
  llama3,
  proportional,
};

export function scalingRule(type: RopeType): ScalingRule {
  return rules[type];
}

/** Keys that some type reads. */
export const scalingKeys: ReadonlySet<string> = new Set(Object.values(rules).flatMap(({ keys }) => keys));
