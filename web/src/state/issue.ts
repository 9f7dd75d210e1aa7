/**
 * What is wrong with a text or a link, as a code and values: the page says it in its own language.
 * `field` is the path in the problem's JSON, `value` a short excerpt of what came (shown as text, never as markup).
 */
export type IssueCode =
  | "text_empty"
  | "text_long"
  | "token_many"
  | "link_long"
  | "link_encoding"
  | "json_malformed"
  | "type_wrong"
  | "field_unknown"
  | "field_missing"
  | "kind_unknown"
  | "version_unknown"
  | "number_range"
  | "integer_range"
  | "list_length"
  | "list_range"
  | "permutation_wrong"
  | "mask_wrong"
  | "mask_digits"
  | "rotary_dim_wrong"
  | "head_groups_wrong"
  | "query_count";

export interface Issue {
  readonly code: IssueCode;
  readonly values: Readonly<Record<string, string | number>>;
}

export class IssueError extends Error {
  constructor(readonly issue: Issue) {
    super(`${issue.code} ${JSON.stringify(issue.values)}`);
    this.name = "IssueError";
  }
}

export function fail(code: IssueCode, values: Issue["values"] = {}): never {
  throw new IssueError({ code, values });
}

/** A value from outside, short enough to quote in a message. */
export function excerpt(value: unknown): string {
  let text: string;
  try {
    text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    text = String(value);
  }
  const points = [...text];
  return points.length > 40 ? `${points.slice(0, 40).join("")}…` : text;
}
