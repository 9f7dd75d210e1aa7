/**
 * Problem <-> the page's address. The problem is the fragment: `#problem=` and its JSON, percent-encoded except for the
 * signs that are safe in chat programs and Markdown; `&b=` and another one, where two are compared.
 */
import type { Problem } from "../engine/problem.ts";
import { comparable, type LabProblem, shorten } from "./defaults.ts";
import { excerpt, fail, type Issue, IssueError } from "./issue.ts";
import { LIMITS } from "./limits.ts";
import { readProblem } from "./read-problem.ts";

const KEY = "problem=";
/** The problem that is kept for comparison. */
const OTHER_KEY = "b=";

export const toJson = (problem: LabProblem): string => JSON.stringify(shorten(problem));

export const sameProblem = (a: LabProblem, b: LabProblem): boolean => toJson(a) === toJson(b);

export function toHash(problem: LabProblem, other: LabProblem | null = null): string {
  return `#${KEY}${encoded(problem)}${other ? `&${OTHER_KEY}${encoded(other)}` : ""}`;
}

const encoded = (problem: LabProblem): string =>
  encodeURIComponent(toJson(problem))
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

export type ReadLink =
  | { kind: "empty" }
  | { kind: "problem"; problem: LabProblem; other: LabProblem | null }
  | { kind: "issue"; issue: Issue };

export function readHash(hash: string): ReadLink {
  const text = hash.replace(/^#/, "");
  if (text === "") return { kind: "empty" };
  try {
    return { kind: "problem", problem: readProblem(hashJson(text)), other: readOther(text) };
  } catch (error) {
    if (error instanceof IssueError) return { kind: "issue", issue: error.issue };
    throw error;
  }
}

/** The JSON value in a fragment, before any check of what it says. */
export function hashJson(text: string): Problem | unknown {
  if (text.length > 2 * LIMITS.linkLength) fail("link_long", { count: text.length, limit: LIMITS.linkLength });
  const part = partOf(text, KEY);
  return part === null ? fail("field_unknown", { field: excerpt(text) }) : parsed(part);
}

/** What is wrong with it is said of `b`. */
function readOther(text: string): LabProblem | null {
  const part = partOf(text, OTHER_KEY);
  if (part === null) return null;
  try {
    return readProblem(parsed(part));
  } catch (error) {
    if (!(error instanceof IssueError) || error.issue.values.field === undefined) throw error;
    const { code, values } = error.issue;
    return fail(code, { ...values, field: `b.${values.field}` });
  }
}

const partOf = (text: string, key: string): string | null =>
  text
    .split("&")
    .find((piece) => piece.startsWith(key))
    ?.slice(key.length) ?? null;

function parsed(part: string): unknown {
  const count = KEY.length + part.length;
  if (count > LIMITS.linkLength) fail("link_long", { count, limit: LIMITS.linkLength });
  let json: string;
  try {
    json = decodeURIComponent(part);
  } catch {
    return fail("link_encoding");
  }
  try {
    return JSON.parse(json);
  } catch {
    return fail("json_malformed", { value: excerpt(json) });
  }
}

/** A shell line that gives the same numbers without a browser. */
export function toCommand(problem: LabProblem): string {
  return `printf %s '${JSON.stringify(comparable(problem)).replaceAll("'", "'\\''")}' | npx posenc equivariance`;
}
