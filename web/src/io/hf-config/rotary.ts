/** The rotary method of one layer type. */
import type { RopeScaling, RotaryMethod } from "../../engine/problem.ts";
import { share } from "./checks.ts";
import type { Context } from "./context.ts";
import type { Pairing } from "./families.ts";
import { isTwoDimensional, readStreams } from "./mrope.ts";
import { note } from "./report.ts";
import { pathIn, type RopeScope, readRope, scopeOf } from "./rope-scope.ts";
import { isLocal, readRopeTheta } from "./rope-theta.ts";
import { readRopeType, type StatedType } from "./rope-type.ts";
import { headWidth, readRotaryWidth, wholeWidth } from "./rotary-width.ts";
import { scalingKeys, scalingRule } from "./scalings/index.ts";
import { readQwenNtk } from "./scalings/ntk.ts";
import { leaveUnjudged } from "./scalings/unjudged.ts";
import type { Shape } from "./shape.ts";

/** undefined after an error, which is in the report. */
export function readRotary(context: Context, shape: Shape, layerType: string): RotaryMethod | undefined {
  const scope = scopeOf(context, layerType);
  if (scope.byType) leaveOuter(context, scope);
  const stated = readType(context, scope);
  const rope_theta = readRopeTheta(context, scope);
  const pairing = readPairing(context);
  const head_dim = headWidth(scope, shape);
  const proportional = stated?.type === "proportional";
  const rotary_dim = proportional ? wholeWidth(context, head_dim) : readRotaryWidth(context, scope, shape);
  const streams = rotary_dim === undefined ? undefined : readStreams(context, scope, rotary_dim);
  if (!stated) leaveUnjudged(context, scope);
  if (!stated || rotary_dim === undefined) return undefined;
  const scaling = readScaling(context, scope, shape, rotary_dim, stated, streams !== undefined);
  if (!scaling || streams === "error") return undefined;
  return {
    kind: "rotary",
    pairing,
    ...(rotary_dim !== shape.head_dim && { rotary_dim }),
    rope_theta,
    ...(proportional ? readProportional(context, scope, head_dim, rope_theta, scaling) : scaled(scaling)),
    ...streams,
  };
}

/** Hugging Face writes settings beside the blocks by layer type too, and does not read them there. */
function leaveOuter({ source }: Context, { name }: RopeScope): void {
  for (const block of source.rope)
    for (const key of ["rope_theta", "rope_type", "partial_rotary_factor", ...scalingKeys])
      block.ignore(key, note("overridden", { by: block.pathOf(name) }));
}

/** Local layers stay unscaled where blocks do not say otherwise. */
function readType(context: Context, scope: RopeScope): StatedType | undefined {
  if (isLocal(context, scope) && !scope.byType) return { type: "default", name: "default" };
  return readRopeType(context, scope);
}

function readScaling(
  context: Context,
  scope: RopeScope,
  shape: Shape,
  rotary_dim: number,
  { type, name }: StatedType,
  multimodal: boolean,
): RopeScaling | undefined {
  if (isLocal(context, scope) && !scope.byType) return { kind: "none" };
  const rule = scalingRule(type);
  const remark = type === "default" ? note("default_ignores_scaling") : note("not_of_type", { type });
  for (const block of scope.blocks)
    for (const key of scalingKeys) if (!rule.keys.includes(key) && block.has(key)) block.ignore(key, remark);
  if (type === "linear" && isLeftOut(context)) {
    for (const block of scope.blocks) block.ignore("factor", note("dialect_ignores", { dialect: context.rules.name }));
    return { kind: "none" };
  }
  const qwen = type === "default" ? readQwenNtk(context, rotary_dim) : undefined;
  return qwen ?? rule.read({ ...context, scope, shape, rotary_dim, typeName: name, multimodal });
}

/** The text-only class of Gemma 3's authors has no linear factor, their multimodal one has. */
function isLeftOut({ source, rules }: Context): boolean {
  return source.modelType === "gemma3_text" && !source.multimodal && rules.gemma3_text_linear === "ignored";
}

function scaled(scaling: RopeScaling): Pick<RotaryMethod, "scaling"> {
  return scaling.kind === "none" ? {} : { scaling };
}

/** Gemma 4: a share of the pairs turns, the whole head is paired. */
function readProportional(
  { source, report }: Context,
  scope: RopeScope,
  head_dim: number,
  rope_theta: number,
  scaling: RopeScaling,
): Partial<RotaryMethod> {
  const part =
    readRope(scope, "partial_rotary_factor", share, [source.root, "partial_rotary_factor"]) ??
    report.fill(pathIn(scope, "partial_rotary_factor"), 1, note("mixin_default"));
  if (part === 1) return scaled(scaling);
  const factor = scaling.kind === "linear" ? scaling.factor : 1;
  if (factor === 1) return { rope_type: "proportional", partial_rotary_factor: part };
  // The core scales no shares, so the frequencies are written out.
  const turning = Math.floor((part * head_dim) / 2);
  const inv_freq = Array.from({ length: head_dim / 2 }, (_, pair) =>
    pair < turning ? rope_theta ** ((-2 * pair) / head_dim) / factor : 0,
  );
  return { inv_freq };
}

/** No configuration states the pairing: it follows from whose weights they are. */
function readPairing(context: Context): Pairing {
  const { source, family, rules, report } = context;
  // Its successors have the same model_type.
  const standard = isTwoDimensional(context) ? "half_split" : (family.pairing ?? "half_split");
  const by = {
    huggingface: standard,
    authors: family.authors_pairing ?? standard,
    gguf: family.gguf_pairing ?? standard,
  };
  // A Hugging Face dialect of a GGUF file or of Meta's reads other weights.
  const home = rules.name === source.dialect ? source.pairing : undefined;
  const pairing = home ?? by[rules.pairing];
  return report.fill(
    "pairing",
    pairing,
    note("pairing_of_weights", { model_type: source.architecture, dialect: rules.name }),
  );
}
