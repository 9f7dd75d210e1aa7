import type { RopeScaling } from "../../../engine/problem.ts";
import { type Check, count, factor } from "../checks.ts";
import type { Context } from "../context.ts";
import type { Key } from "../key-tree.ts";
import { type Note, note } from "../report.ts";
import { pathIn, type RopeScope, readRope } from "../rope-scope.ts";
import type { Shape } from "../shape.ts";

export interface ScalingContext extends Context {
  scope: RopeScope;
  shape: Shape;
  rotary_dim: number;
  /** The type as spelled. */
  typeName: string;
  /** The model has several position streams. */
  multimodal: boolean;
}

/** What a type reads, and how it becomes a scaling of the core; undefined after an error. */
export interface ScalingRule {
  keys: readonly string[];
  read(context: ScalingContext): RopeScaling | undefined;
}

export function read<T>({ scope }: ScalingContext, name: string, check: Check<T>): T | undefined {
  return readRope(scope, name, check);
}

export function keyOf({ scope }: ScalingContext, name: string): Key | undefined {
  return scope.blocks.map((block) => block.slot(name)?.key).find((key) => key !== undefined);
}

/** A key that the type cannot do without. */
export function need<T>(context: ScalingContext, name: string, check: Check<T>): T | undefined {
  const value = read(context, name, check);
  if (value === undefined && !keyOf(context, name)) context.report.lack(pathIn(context.scope, name), neededBy(context));
  return value;
}

/** What is missing, or else `other`. */
export function neededBy({ typeName: type }: ScalingContext, other?: string): Note {
  return other === undefined ? note("missing_for_type", { type }) : note("missing_either", { type, other });
}

export function needFactor(context: ScalingContext): number | undefined {
  const value = need(context, "factor", factor);
  remarkFactor(context, value);
  return value;
}

/** JSON tells no whole numbers from decimals, but older readers do. */
export function remarkFactor(context: ScalingContext, value: number | undefined): void {
  const own = keyOf(context, "factor")?.value === value;
  if (own && Number.isInteger(value)) remark(context, "factor", note("whole_factor", { value: value as number }));
}

export function remark(context: ScalingContext, name: string, text: Note): void {
  const key = keyOf(context, name);
  if (key) context.report.remark(key, text);
}

/** A key that the type has but the dialect does not read. */
export function leaveToOthers(context: ScalingContext, ...names: string[]): void {
  for (const name of names) {
    const key = keyOf(context, name);
    if (key) context.report.mark(key, "ignored", note("dialect_ignores", { dialect: context.rules.name }));
  }
}

const original = "original_max_position_embeddings";

/**
 * The length of training: the model's own key overrides the block's (Phi-3), else the largest length stands in, with
 * `remarkOf` it.
 */
export function readOriginalLength(
  context: ScalingContext,
  remarkOf = (_largest: number): Note => note("from_largest_length"),
): number | undefined {
  const { scope, source, report } = context;
  const outer = source.root.read(original, count);
  if (outer !== undefined) {
    for (const block of scope.blocks)
      if (block.slot(original)?.value !== outer) block.ignore(original, note("overridden", { by: original }));
      else block.read(original, count);
    return outer;
  }
  const inner = read(context, original, count);
  if (inner !== undefined || keyOf(context, original)) return inner;
  const path = pathIn(scope, original);
  const largest = context.shape.max_position_embeddings;
  if (largest === undefined) return report.lack(path, neededBy(context, "max_position_embeddings"));
  return report.fill(path, largest, remarkOf(largest));
}

/** The exponent d / (d - 2) of the NTK rules has no value for two channels. */
export function wideEnough({ rotary_dim, report }: Pick<ScalingContext, "rotary_dim" | "report">): boolean {
  if (rotary_dim < 4) report.lack("rotary_dim", note("ntk_width", { width: rotary_dim }));
  return rotary_dim >= 4;
}

export function needLargestLength(context: ScalingContext): number | undefined {
  const { shape, report } = context;
  return shape.max_position_embeddings ?? report.lack("max_position_embeddings", neededBy(context));
}

/** Warnings that Hugging Face gives too. */
export function checkLengths(context: ScalingContext, length: number, stated: number | undefined): void {
  const largest = context.shape.max_position_embeddings;
  if (largest === undefined || !(keyOf(context, original) ?? context.source.root.has(original))) return;
  if (length >= largest) remark(context, original, note("original_not_below_largest", { length, largest }));
  else if (stated !== undefined && Math.abs(largest / length - stated) > 1e-9 * stated)
    remark(context, "factor", note("implied_factor_differs", { factor: stated, implied: largest / length }));
}
