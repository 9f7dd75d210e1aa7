import { type Block, type Place, readPlaces } from "./block.ts";
import type { Check } from "./checks.ts";
import type { Context } from "./context.ts";
import { note } from "./report.ts";

/** The blocks that speak of the rotary positions of one layer type. */
export interface RopeScope {
  /** "full_attention", or "all". */
  name: string;
  blocks: readonly Block[];
  /** Each layer type has a block of its own. */
  byType: boolean;
}

export function scopeOf({ source, report }: Context, name: string): RopeScope {
  const { rope, ropeByType } = source;
  if (ropeByType.size === 0) return { name, blocks: rope, byType: false };
  const own = ropeByType.get(name) ?? (name === "all" ? ropeByType.get("full_attention") : undefined);
  if (!own) report.fill(`rope_parameters.${name}`, "default", note("no_block_of_type"));
  return { name, blocks: own ? [own] : [], byType: true };
}

/** A setting of a rope block, and of the places after it. */
export function readRope<T>(scope: RopeScope, names: string | readonly string[], check: Check<T>, ...after: Place[]) {
  return readPlaces([...scope.blocks.map((block): Place => [block, names]), ...after], check);
}

export function mentions(scope: RopeScope, name: string): boolean {
  return scope.blocks.some((block) => block.has(name));
}

/** Where a setting that is missing would stand. */
export function pathIn(scope: RopeScope, name: string): string {
  return scope.blocks[0]?.pathOf(name) ?? name;
}
