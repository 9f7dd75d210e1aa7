import type { RopeScaling } from "../../../engine/problem.ts";
import { amount, factor as factorCheck, flag, positive } from "../checks.ts";
import type { YarnRules } from "../dialects.ts";
import { type Note, note } from "../report.ts";
import { pathIn } from "../rope-scope.ts";
import {
  checkLengths,
  keyOf,
  leaveToOthers,
  need,
  read,
  readOriginalLength,
  remark,
  remarkFactor,
  type ScalingContext,
  type ScalingRule,
} from "./scaling-context.ts";

type Yarn = Extract<RopeScaling, { kind: "yarn" }>;
type Mscales = Pick<Yarn, "mscale" | "mscale_all_dim">;
type Magnitude = Pick<Yarn, "attention_factor" | "mscale" | "mscale_all_dim" | "magnitude">;

const yarnKeys = [
  "factor",
  "original_max_position_embeddings",
  "beta_fast",
  "beta_slow",
  "truncate",
  "attention_factor",
  "attn_factor",
  "mscale",
  "mscale_all_dim",
] as const;

export const yarn: ScalingRule = { keys: yarnKeys, read: readYarn };

export const dynamicYarn: ScalingRule = {
  keys: [...yarnKeys, "finetuned"],
  read(context) {
    const length = readOriginalLength(context);
    if (length === undefined) return undefined;
    const { max_position_embeddings } = context.shape;
    return {
      kind: "yarn",
      dynamic: true,
      original_max_position_embeddings: length,
      ...readRamp(context),
      ...(max_position_embeddings && { max_position_embeddings }),
    };
  },
};

function readYarn(context: ScalingContext): RopeScaling | undefined {
  const { rules, shape, family } = context;
  const length = readOriginalLength(context, (largest) => fromLargest(context, largest));
  if (length === undefined) return undefined;
  const stated = readFactor(context, length);
  if (stated === undefined) return undefined;
  const ramp = readRamp(context);
  const factor = usedFactor(context, stated, length);
  const mscales = readMscales(context);
  const magnitude = readMagnitude(context, factor, mscales);
  const largest = shape.max_position_embeddings;
  const authors = rules.softmax === "beyond_original" && family.softmax !== undefined;
  // DeepSeek's own code leaves everything as it was up to the length of training.
  if (authors && largest !== undefined && largest <= length) return { kind: "none" };
  return {
    kind: "yarn",
    factor,
    original_max_position_embeddings: rampLength(context, length),
    ...ramp,
    ...(authors ? { attention_factor: 1 } : magnitude),
    ...softmax(context, mscales),
  };
}

/** Many files state the extended length as the largest one, and then the ramp is not where it was trained. */
function fromLargest(context: ScalingContext, largest: number): Note {
  const factor = keyOf(context, "factor")?.value;
  return factorCheck.accepts(factor) && factor > 1
    ? note("ramp_from_largest", { factor, largest })
    : note("from_largest_length");
}

/** null means that the lengths say it. */
function readFactor(context: ScalingContext, length: number): number | undefined {
  const { scope, shape } = context;
  const largest = shape.max_position_embeddings;
  const isNull = scope.blocks.some((block) => block.mentions("factor") && !block.has("factor"));
  if (isNull && largest !== undefined && largest >= length) {
    for (const block of scope.blocks) block.slot("factor");
    return context.report.fill(
      pathIn(context.scope, "factor"),
      largest / length,
      note("implied_factor", { largest, length }),
    );
  }
  const stated = need(context, "factor", factorCheck);
  remarkFactor(context, stated);
  if (stated !== undefined) checkLengths(context, length, stated);
  return stated;
}

function usedFactor(context: ScalingContext, stated: number, length: number): number {
  const { rules, shape } = context;
  const largest = shape.max_position_embeddings;
  if (rules.yarn.factor === "stated" || largest === undefined || !keyOf(context, "original_max_position_embeddings"))
    return stated;
  const implied = largest / length;
  if (implied !== stated) remark(context, "factor", note("factor_replaced", { implied, dialect: rules.name }));
  return implied;
}

function rampLength({ rules, shape, multimodal }: ScalingContext, length: number): number {
  const start = rules.yarn.length === "maximum" ? (shape.max_position_embeddings ?? length) : length;
  return multimodal ? start * rules.yarn.mrope_length : start;
}

function readRamp(context: ScalingContext): Partial<Yarn> {
  const { rules, scope, source } = context;
  const beta_fast = turns(context, "beta_fast");
  const beta_slow = turns(context, "beta_slow");
  if ((beta_fast ?? 32) < (beta_slow ?? 1))
    remark(context, "beta_fast", note("beta_order", { beta_fast: beta_fast ?? 32, beta_slow: beta_slow ?? 1 }));
  const unseen = scope.byType && rules.nested_truncate === "ignored";
  const truncate = unseen ? source.rope[0]?.read("truncate", flag) : read(context, "truncate", flag);
  const key = unseen && keyOf(context, "truncate");
  if (key) context.report.mark(key, "ignored", note("truncate_not_seen", { dialect: rules.name }));
  const { ramp_limit, ramp } = rules.yarn;
  return {
    ...(beta_fast !== undefined && { beta_fast }),
    ...(beta_slow !== undefined && { beta_slow }),
    ...(truncate !== undefined && { truncate }),
    ...(ramp_limit !== "channels" && { ramp_limit }),
    ...(ramp !== "upright" && { ramp }),
  };
}

/** Hugging Face takes 0 for missing. */
function turns(context: ScalingContext, name: "beta_fast" | "beta_slow"): number | undefined {
  const value = read(context, name, amount);
  if (value !== 0) return value;
  remark(context, name, note("zero_is_missing"));
  return undefined;
}

function readMagnitude(context: ScalingContext, factor: number, mscales: Mscales): Magnitude {
  const multiplier = readAttnFactor(context);
  const magnitude = byRule(context, mscales);
  if (context.rules.yarn.attention_factor === "ignored") leaveToOthers(context, "attention_factor");
  else {
    const attention_factor = read(context, "attention_factor", amount);
    if (attention_factor !== undefined) return { ...magnitude, attention_factor };
  }
  if (multiplier === undefined) return magnitude;
  return { ...magnitude, attention_factor: multiplier * magnitudeOf(factor, magnitude) };
}

/** llama.cpp's key multiplies; it is no attention_factor, which replaces. */
function readAttnFactor(context: ScalingContext): number | undefined {
  if (context.rules.yarn.attn_factor === "multiplies") {
    const multiplier = read(context, "attn_factor", positive);
    if (multiplier !== undefined) remark(context, "attn_factor", note("multiplies_magnitude", { multiplier }));
    return multiplier;
  }
  const key = keyOf(context, "attn_factor");
  if (key) context.report.mark(key, "unknown", note("not_attention_factor"));
  return undefined;
}

function readMscales(context: ScalingContext): Mscales {
  if (magnitudeRule(context) === "plain" && !context.family.softmax) {
    leaveToOthers(context, "mscale", "mscale_all_dim");
    return {};
  }
  const mscale = read(context, "mscale", amount);
  const mscale_all_dim = read(context, "mscale_all_dim", amount);
  return {
    ...(mscale !== undefined && { mscale }),
    ...(mscale_all_dim !== undefined && { mscale_all_dim }),
  };
}

function byRule(context: ScalingContext, given: Mscales): Magnitude {
  const { mscale, mscale_all_dim } = given;
  switch (magnitudeRule(context)) {
    case "both":
      if (mscale && !mscale_all_dim) remark(context, "mscale", note("needs_both_mscales"));
      return given;
    case "ratio":
      return { ...given, magnitude: "ratio" };
    case "all_dim":
      if (mscale_all_dim === undefined) return {};
      return { mscale: context.family.softmax ? mscale_all_dim : 1, mscale_all_dim, magnitude: "ratio" };
    case "one":
      return mscale && mscale_all_dim ? given : { attention_factor: 1 };
    case "plain":
      return {};
  }
}

/** vLLM takes DeepSeek's "yarn" for its deepseek_yarn. */
function magnitudeRule({ rules, family, typeName }: ScalingContext): YarnRules["magnitude"] {
  const deepseek = typeName === "deepseek_yarn" || (rules.name === "vllm" && family.softmax !== undefined);
  return deepseek ? "ratio" : rules.yarn.magnitude;
}

/** As in the core, for the factor that a multiplier multiplies. */
function magnitudeOf(factor: number, { attention_factor, mscale, mscale_all_dim, magnitude }: Magnitude): number {
  if (attention_factor !== undefined) return attention_factor;
  const get = (m: number) => (factor > 1 ? 0.1 * m * Math.log(factor) + 1 : 1);
  if (magnitude === "ratio") return get(mscale ?? 1) / get(mscale_all_dim ?? 0);
  return mscale && mscale_all_dim ? get(mscale) / get(mscale_all_dim) : get(1);
}

function softmax({ rules, family }: ScalingContext, { mscale, mscale_all_dim }: Mscales): Partial<Yarn> {
  if (family.softmax === undefined || rules.softmax === "never") return {};
  if (rules.softmax === "v3_only" && family.softmax === "v2") return {};
  const value = rules.softmax === "beyond_original" ? (mscale ?? 1) : mscale_all_dim;
  return value ? { softmax_mscale: value } : {};
}
