/** Tables of absolute positions, learned and sinusoidal. */
import type { Method } from "../../../engine/problem.ts";
import { text, whole } from "../checks.ts";
import { type Context, classDefault } from "../context.ts";
import { note } from "../report.ts";
import type { Shape } from "../shape.ts";

/** The largest table that the core takes. */
const mostRows = 2 ** 20;

export function readLearned(context: Context, shape: Shape): Method[] | undefined {
  const { source, report } = context;
  const { root } = source;
  const length = shape.max_position_embeddings;
  if (length === undefined) return report.lack("max_position_embeddings", note("missing"));
  const type = root.read("position_embedding_type", text) ?? "absolute";
  if (type === "relative_key" && length >= 2 && length <= 2 ** 16)
    return [{ kind: "shaw", max_relative_position: length - 1, values: null }];
  if (type !== "absolute" && type !== "learned") {
    const slot = root.slot("position_embedding_type");
    if (slot) report.mark(slot.key, "impossible", note("unknown_position_type", { type }));
    return undefined;
  }
  const offset = readOffset(context);
  // RoBERTa's length counts the rows, OPT's and BART's the positions.
  const rows = isRoberta(context) ? length : length + offset;
  if (rows > mostRows) return report.lack("max_position_embeddings", note("too_many_rows", { rows, most: mostRows }));
  if (rows <= offset) return report.lack("max_position_embeddings", note("too_few_rows", { rows, offset }));
  return [{ kind: "learned", rows, ...(offset > 0 && { offset }) }];
}

export function readSinusoidal(context: Context): Method[] {
  const { family } = context;
  const offset = family.offset ?? 0;
  return [{ kind: "sinusoidal", table: offset > 0 ? "fairseq" : "concatenated", ...(offset > 0 && { offset }) }];
}

function isRoberta({ source }: Context): boolean {
  return /roberta|camembert/.test(source.modelType);
}

/** RoBERTa counts from the row after its padding token. */
function readOffset(context: Context): number {
  const { source, family, report } = context;
  if (family.offset === undefined) return 0;
  if (isRoberta(context)) {
    const pad = source.root.read("pad_token_id", whole) ?? report.fill("pad_token_id", 1, classDefault(context));
    return pad + 1;
  }
  return report.fill("offset", family.offset, classDefault(context));
}
