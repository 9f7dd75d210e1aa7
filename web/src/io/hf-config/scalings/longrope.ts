import type { RopeScaling } from "../../../engine/problem.ts";
import { amount, factor as factorCheck, positives } from "../checks.ts";
import { note } from "../report.ts";
import { pathIn } from "../rope-scope.ts";
import {
  checkLengths,
  keyOf,
  need,
  neededBy,
  read,
  readOriginalLength,
  remarkFactor,
  type ScalingContext,
  type ScalingRule,
} from "./scaling-context.ts";

type LongRope = Extract<RopeScaling, { kind: "longrope" }>;

export const longrope: ScalingRule = {
  keys: [
    "short_factor",
    "long_factor",
    "factor",
    "original_max_position_embeddings",
    "attention_factor",
    "short_mscale",
    "long_mscale",
  ],
  read(context) {
    const { shape, rules, source } = context;
    // GGUF files keep the lists as tensors, rope_factors_short and _long.
    if (source.kind === "gguf") return context.report.lack("rope_factors_long.weight", note("in_tensors"));
    const short_factor = readList(context, "short_factor");
    const long_factor = readList(context, "long_factor");
    const length = readOriginalLength(context);
    const factor = read(context, "factor", factorCheck);
    remarkFactor(context, factor);
    if (length === 1)
      return context.report.lack(pathIn(context.scope, "original_max_position_embeddings"), note("length_of_one"));
    if (!short_factor || !long_factor || length === undefined) return undefined;
    const largest = shape.max_position_embeddings;
    if (factor === undefined && largest === undefined)
      return context.report.lack("max_position_embeddings", neededBy(context, "factor"));
    checkLengths(context, length, factor);
    return {
      kind: "longrope",
      short_factor,
      long_factor,
      original_max_position_embeddings: length,
      ...(factor !== undefined && { factor }),
      ...(largest !== undefined && { max_position_embeddings: largest }),
      // Without a largest length no engine has a limit to choose by.
      switch: largest === undefined ? "length" : rules.longrope_switch,
      ...(context.typeName === "yarn" && rules.longrope_yarn === "yarn" && { magnitude: "yarn" }),
      ...readAmplitude(context),
    } satisfies LongRope;
  },
};

function readList(context: ScalingContext, name: "short_factor" | "long_factor"): number[] | undefined {
  const list = need(context, name, positives);
  const pairs = context.rotary_dim / 2;
  const key = keyOf(context, name);
  if (list === undefined || !key || list.length === pairs) return list;
  context.report.mark(key, "impossible", note("list_length", { got: list.length, expected: pairs }));
  return undefined;
}

function readAmplitude(context: ScalingContext): Partial<LongRope> {
  const amplitude: Partial<Record<"attention_factor" | "short_mscale" | "long_mscale", number>> = {};
  for (const name of ["attention_factor", "short_mscale", "long_mscale"] as const) {
    const value = read(context, name, amount);
    if (value !== undefined) amplitude[name] = value;
  }
  return amplitude;
}
