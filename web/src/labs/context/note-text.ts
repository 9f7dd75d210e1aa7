/** Notes of the report in the page's language. */
import type { ReportEntry } from "../../io/hf-config/types.ts";
import { DIALECT_NAMES } from "./dialect-names.ts";
import { type ContextKey, t } from "./strings.ts";

export function noteText({ note }: ReportEntry): string {
  if (!note) return "";
  const dialect = DIALECT_NAMES.find((name) => name === note.values.dialect);
  const values = dialect ? { ...note.values, dialect: t(`dialect.${dialect}` as ContextKey) } : note.values;
  return t(`note.${note.code}` as ContextKey, values);
}
