/** How many channels turn, resolved once: an even number, at most the head's width. */
import { type Block, disagree, type Place, readPlaces, type Slot } from "./block.ts";
import { share, size } from "./checks.ts";
import { type Context, classDefault } from "./context.ts";
import { attentionKindOf } from "./layer-types.ts";
import { isTwoDimensional } from "./mrope.ts";
import { type Note, note } from "./report.ts";
import type { RopeScope } from "./rope-scope.ts";
import { headDimNames, type Shape } from "./shape.ts";

const shareNames = ["partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_percent"];

/** undefined after an error, which is in the report. */
export function readRotaryWidth(context: Context, scope: RopeScope, shape: Shape): number | undefined {
  const { source, report, family } = context;
  const blocks = [...scope.blocks, source.root];
  const head_dim = headWidth(scope, shape);
  if (shape.rope_dim !== undefined) {
    // The factor is relative to the whole head, from which this width was split.
    for (const block of blocks) for (const name of shareNames) block.ignore(name, note("width_already_split"));
    return checked(context, find(blocks, ["qk_rope_head_dim"]), shape.rope_dim, head_dim);
  }
  const part = readPlaces(placesOf(scope, source.root, shareNames), share);
  const stated = readPlaces(placesOf(scope, source.root, ["rotary_dim"]), size);
  const partSlot = find(blocks, shareNames);
  const statedSlot = find(blocks, ["rotary_dim"]);
  const byShare = part && Math.trunc(head_dim * part);
  if (stated !== undefined && byShare !== undefined && stated !== byShare && partSlot && statedSlot)
    disagree(report, partSlot.key, statedSlot.key);
  if (stated !== undefined) return checked(context, statedSlot, stated, head_dim);
  if (byShare !== undefined) return checked(context, partSlot, byShare, head_dim);
  const standard = family.shape?.rotary_dim;
  if (standard !== undefined && !source.root.mentions("rotary_dim"))
    return checked(context, undefined, report.fill("rotary_dim", standard, classDefault(context)), head_dim);
  const classShare = family.partial_rotary_factor;
  // GGUF files and Meta's always mean the whole head.
  if (classShare === undefined || source.kind !== "huggingface" || isTwoDimensional(context))
    return checked(context, undefined, whole(context, head_dim), head_dim);
  report.fill("partial_rotary_factor", classShare, classDefault(context));
  return checked(context, undefined, Math.trunc(head_dim * classShare), head_dim);
}

/** Where every channel is paired. */
export function wholeWidth(context: Context, head_dim: number): number | undefined {
  return checked(context, undefined, head_dim, head_dim);
}

export function headWidth(scope: RopeScope, { head_dim, local_head_dim }: Shape): number {
  return attentionKindOf(scope.name) === "sliding" ? (local_head_dim ?? head_dim) : head_dim;
}

function whole({ report, rules }: Context, head_dim: number): number {
  report.fill("partial_rotary_factor", 1, note(rules.name === "huggingface" ? "mixin_default" : "library_default"));
  return head_dim;
}

function placesOf(scope: RopeScope, root: Block, names: readonly string[]): Place[] {
  return [...scope.blocks, root].map((block) => [block, names]);
}

function find(blocks: readonly Block[], names: readonly string[]): Slot | undefined {
  for (const block of blocks) for (const name of names) if (block.has(name)) return block.slot(name);
  return undefined;
}

function checked(
  { source, report }: Context,
  slot: Slot | undefined,
  width: number,
  head_dim: number,
): number | undefined {
  if (width >= 2 && width % 2 === 0 && width <= head_dim) {
    if (slot) report.remark(slot.key, note("turning_channels", { width, head_dim }));
    return width;
  }
  const reason: Note = note("bad_rotary_width", { width, head_dim });
  const culprit = slot ?? find([source.root], headDimNames);
  if (culprit) report.mark(culprit.key, "impossible", reason);
  else report.lack("head_dim", reason);
  return undefined;
}
