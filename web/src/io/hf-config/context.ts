import type { Check } from "./checks.ts";
import type { DialectRules } from "./dialects.ts";
import type { Family } from "./families.ts";
import { note, type Report } from "./report.ts";
import type { Source } from "./source.ts";

/** What every step of a resolution works with. */
export interface Context {
  source: Source;
  family: Family;
  rules: DialectRules;
  report: Report;
}

/** A key of the model itself: as the text says, else as its class says, else undefined. */
export function readModel<T extends number>(context: Context, names: readonly string[], check: Check<T>) {
  const { source, family, report } = context;
  const value = source.root.read(names, check);
  if (value !== undefined) return value;
  for (const name of names) {
    const standard = family.shape?.[name];
    if (standard !== undefined) return report.fill(name, standard, classDefault(context)) as T;
  }
  return undefined;
}

export function classDefault({ source }: Context) {
  return note("class_default", { model_type: source.modelType });
}
