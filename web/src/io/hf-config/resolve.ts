/** From the keys of a configuration to what the model does with positions, as one dialect reads them. */
import { PosencError } from "../../engine/errors.ts";
import { withClassBlock } from "./class-block.ts";
import type { Context } from "./context.ts";
import { rulesOf } from "./dialects.ts";
import { explainNote } from "./explain-text.ts";
import { familyOf } from "./families.ts";
import { buildKeys, type Key } from "./key-tree.ts";
import { isNotPositional, isPositional } from "./known-keys.ts";
import { readLayers } from "./layers.ts";
import { openSource } from "./open-source.ts";
import { isError, note, Report } from "./report.ts";
import { readShape } from "./shape.ts";
import type { Dialect, ModelPosition, Resolution } from "./types.ts";

/** Never throws for an object of JSON: what is wrong with it stands in `errors`. */
export function resolveConfig(config: object, options: { dialect?: Dialect } = {}): Resolution {
  const tree = buildKeys(config);
  const report = new Report();
  const opened = openSource(tree, report);
  const family = familyOf(opened.modelType) ?? {};
  const source = withClassBlock(opened, family, report);
  const dialect = options.dialect ?? family.dialect ?? source.dialect;
  const context: Context = { source, family, rules: rulesOf(dialect), report };
  const model = readModelPosition(context);
  sweep(tree, context);
  const entries = report.entries(tree);
  const errors = entries.filter(isError);
  return { source: source.kind, dialect, report: entries, errors, ...(errors.length === 0 && model && { model }) };
}

export function modelOf({ model, errors }: Resolution): ModelPosition {
  if (model) return model;
  const first = errors[0];
  if (!first) throw new PosencError("internal", "the configuration resolved to nothing");
  const value = first.value === undefined ? "" : ` (${JSON.stringify(first.value)})`;
  throw new PosencError("invalid_argument", `${first.key}${value}: ${explainNote(first.note)}`);
}

function readModelPosition(context: Context): ModelPosition | undefined {
  const { source, report } = context;
  if (familyOf(source.modelType) === undefined && source.named)
    report.remark(source.named, note("unknown_architecture", { model_type: source.architecture }));
  const shape = readShape(context);
  if (!shape) return undefined;
  const { heads, kv_heads, head_dim, layers, max_position_embeddings } = shape;
  const layerTypes = readLayers(context, shape);
  return (
    layerTypes && {
      architecture: source.architecture,
      heads,
      kv_heads,
      head_dim,
      ...(layers !== undefined && { layers }),
      ...(max_position_embeddings !== undefined && { max_position_embeddings }),
      layerTypes,
    }
  );
}

/** What nobody has read: without effect here, about other things, or unknown. */
function sweep(tree: Key, context: Context): void {
  const { report, source } = context;
  const ropeKeys = new Set([...source.rope, ...source.ropeByType.values()].flatMap(({ keys }) => keys));
  const visit = (key: Key, outside: boolean): void => {
    const other = outside || (isNotPositional(key.name) && !ropeKeys.has(key));
    for (const child of key.children) visit(child, other);
    if (report.statusOf(key)) return;
    if (key.children.some((child) => report.statusOf(child) === "read")) report.mark(key, "read");
    else if (other) report.mark(key, "ignored", note("not_positional"));
    else if (ropeKeys.has(key) && key.name !== "max_position_embeddings")
      report.mark(key, "unknown", note("unknown_rope_key"));
    else if (isPositional(key.name))
      report.mark(key, "ignored", note("no_effect", { model_type: source.architecture }));
    else report.mark(key, "unknown", note("unknown_key"));
  };
  for (const key of tree.children) visit(key, false);
}
