/** The kind of context extension: under two names, with older spellings, and not known to every library. */
import { disagree, show } from "./block.ts";
import { text } from "./checks.ts";
import type { Context } from "./context.ts";
import type { Key } from "./key-tree.ts";
import { note } from "./report.ts";
import { mentions, pathIn, type RopeScope } from "./rope-scope.ts";
import { type RopeType, ropeTypeOf } from "./rope-types.ts";

interface Stated {
  key: Key;
  name: string;
  type: RopeType;
}

export interface StatedType {
  type: RopeType;
  /** As spelled. */
  name: string;
}

/** undefined after an error, which is in the report. */
export function readRopeType(context: Context, scope: RopeScope): StatedType | undefined {
  const { report, rules } = context;
  const stated: Stated[] = [];
  for (const block of scope.blocks)
    for (const keyName of ["rope_type", "type"]) {
      const slot = block.slot(keyName);
      if (!slot) continue;
      const one = readOne(context, slot.key, slot.value);
      if (!one) return undefined;
      if (stated[0] && stated[0].type !== one.type) {
        disagree(report, one.key, stated[0].key);
        return undefined;
      }
      stated.push(one);
    }
  const first = stated[0];
  if (!first) {
    const remark = note(mentions(scope, "factor") ? "no_type_but_factor" : "no_scaling");
    report.fill(pathIn(scope, "rope_type"), "default", remark);
    return { type: "default", name: "default" };
  }
  if (!rules.types.includes(first.type)) {
    report.mark(first.key, "impossible", note("type_unsupported", { type: first.name, dialect: rules.name }));
    return undefined;
  }
  if (first.type === "mllama4") {
    report.mark(first.key, "impossible", note("type_of_vision", { type: first.name }));
    return undefined;
  }
  return first;
}

function readOne({ report, family }: Context, key: Key, value: unknown): Stated | undefined {
  if (!text.accepts(value)) {
    report.mark(key, "impossible", note(text.code, { got: show(value) }));
    return undefined;
  }
  const known = ropeTypeOf(value);
  if (known === undefined) {
    report.mark(key, "impossible", note("unknown_type", { type: value }));
    return undefined;
  }
  const type = known === "yarn" && family.yarn_is_longrope ? "longrope" : known;
  report.mark(key, "read");
  if (type !== value) report.remark(key, note("alias_type", { value, type }));
  else if (key.name === "type") report.remark(key, note("legacy_type", { type }));
  return { key, name: value, type };
}
