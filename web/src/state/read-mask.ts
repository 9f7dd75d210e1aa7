/** A mask from outside. The menu offers some kinds; the others come from links only. */
import type { Mask, MaskKind } from "../engine/problem.ts";
import { excerpt, fail } from "./issue.ts";
import { integer, known, list, numbers, object, string } from "./read-values.ts";

const KINDS: readonly MaskKind[] = [
  "none",
  "causal",
  "sliding_window",
  "local",
  "chunked",
  "prefix",
  "padding",
  "documents",
  "bits",
  "all",
];
const COUNT = [1, 1_000_000] as const;
const COUNT_FROM_0 = [0, 1_000_000] as const;
const MOST_MASKS = 8;

export function readMask(value: unknown, count: number, name = "mask", depth = 0): Mask {
  const fields = object(value, name);
  const allow = (...keys: string[]) => known(fields, `${name}.`, ["kind", ...keys]);
  switch (fields.kind) {
    case "none":
    case "causal":
      allow();
      return { kind: fields.kind };
    case "sliding_window":
      allow("window");
      return { kind: "sliding_window", window: integer(fields.window, `${name}.window`, COUNT) };
    case "local":
      allow("reach");
      return { kind: "local", reach: integer(fields.reach, `${name}.reach`, COUNT_FROM_0) };
    case "chunked":
      allow("chunk");
      return { kind: "chunked", chunk: integer(fields.chunk, `${name}.chunk`, COUNT) };
    case "prefix":
      allow("prefix");
      return { kind: "prefix", prefix: integer(fields.prefix, `${name}.prefix`, COUNT_FROM_0) };
    case "padding": {
      allow("keys");
      const keys = string(fields.keys, `${name}.keys`);
      if (!/^[01]*$/.test(keys) || keys.length !== count) {
        fail("mask_digits", { field: `${name}.keys`, count, value: excerpt(keys) });
      }
      return { kind: "padding", keys };
    }
    case "documents":
      allow("documents");
      return {
        kind: "documents",
        documents: numbers(fields.documents, `${name}.documents`, count).map((number, t) =>
          integer(number, `${name}.documents[${t}]`, [-1_000_000, 1_000_000]),
        ),
      };
    case "bits": {
      allow("rows");
      const rows = list(fields.rows, `${name}.rows`);
      const good =
        rows.length === count &&
        rows.every((row) => typeof row === "string" && /^[01]*$/.test(row) && row.length === count);
      if (!good) fail("mask_wrong", { count, value: excerpt(rows) });
      return { kind: "bits", rows: rows as string[] };
    }
    case "all": {
      allow("masks");
      const masks = list(fields.masks, `${name}.masks`);
      if (masks.length > MOST_MASKS || depth > 2) {
        fail("list_length", { field: `${name}.masks`, expected: MOST_MASKS, count: masks.length });
      }
      return { kind: "all", masks: masks.map((mask, at) => readMask(mask, count, `${name}.masks[${at}]`, depth + 1)) };
    }
    default:
      return fail("kind_unknown", { field: `${name}.kind`, known: KINDS.join(", "), value: excerpt(fields.kind) });
  }
}

/** Whether the mask says something about each token, so that it does not survive a sentence of another length. */
export function isPerToken(mask: Mask): boolean {
  if (mask.kind === "all") return mask.masks.some(isPerToken);
  return mask.kind === "bits" || mask.kind === "padding" || mask.kind === "documents";
}
