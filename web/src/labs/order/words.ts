/** Sentences put together from the state: verdict, method and mask names, issues, failures. */
import { language } from "../../i18n/language.ts";
import { plain } from "../../i18n/numbers.ts";
import type { LabProblem } from "../../state/defaults.ts";
import { contentsOf, tokenCount } from "../../state/input.ts";
import type { Issue } from "../../state/issue.ts";
import { apply, identity, reversal, sameOrder } from "../../state/permutation.ts";
import { positionsOf } from "../../state/positions.ts";
import type { Failure } from "./session.ts";
import { type OrderKey, t } from "./strings.ts";
import { addsToInput } from "./view.ts";

/** Equal up to rounding in double: the reference's difference, not the engine's, decides the verdict. */
export const EXACT_LIMIT = 1e-9;

export const follows = (referenceMaxDifference: number): boolean => referenceMaxDifference <= EXACT_LIMIT;

export function claim(problem: LabProblem, referenceMaxDifference: number): string {
  const { together } = problem;
  const method = together
    ? t("claim.together", { methods: listOf(together.map(({ kind }) => t(`method.${kind}` as OrderKey))) })
    : t(`claim.method.${problem.method.kind}` as OrderKey);
  const mask =
    problem.mask.kind === "none"
      ? ""
      : t(problem.permute_mask ? "claim.under_permuted" : "claim.under", {
          mask: t(`claim.mask.${problem.mask.kind}` as OrderKey),
        });
  return t(follows(referenceMaxDifference) ? "claim.follows" : "claim.breaks", { method, mask });
}

/** A remark on cases where the number says less than it seems to; null for none. */
export function remark(problem: LabProblem, referenceMaxDifference: number): string | null {
  const { permutation, method, input } = problem;
  const count = tokenCount(input);
  const contents = contentsOf(input);
  if (count === 1) return t("remark.single");
  if (sameOrder(permutation, identity(count))) return t("remark.identity");
  if (input.kind === "tensors" && !input.value) return t("remark.no_values");
  if (sameOrder(apply(permutation, contents), contents)) return t("remark.same_tokens");
  // Without a mask, or with one that looks both ways alike, only |Δ| is left.
  const isSymmetric =
    (method.kind === "alibi" && method.direction === "symmetric") ||
    method.kind === "fire" ||
    (method.kind === "none" && problem.mask.kind === "local");
  const isSet = isSymmetric && !problem.together && ["none", "local"].includes(problem.mask.kind);
  if (isSet && !problem.permute_mask && sameOrder(permutation, reversal(count)) && follows(referenceMaxDifference)) {
    return t("remark.symmetric");
  }
  return null;
}

/** "A, B and C" in the page's language. */
export const listOf = (items: readonly string[]): string => new Intl.ListFormat(language()).format(items);

/** Sentences side by side: Chinese full stops bring their own space. */
export const sentences = (...parts: string[]): string => parts.join(language() === "en" ? " " : "");

export function issueText(issue: Issue): string {
  const values = Object.fromEntries(
    Object.entries(issue.values).map(([key, value]) => [key, typeof value === "number" ? plain(value) : value]),
  );
  return t(`issue.${issue.code}` as OrderKey, values);
}

const FAILURES = [
  "invalid_argument",
  "too_large",
  "out_of_memory",
  "engine_unavailable",
  "worker_trap",
  "device_lost",
  "gpu_error",
];

export function failureText(failure: Failure, problem: LabProblem): string {
  const missing = failure.code === "invalid_argument" ? missingRow(problem) : null;
  if (missing) return t("failure.learned_rows", missing);
  if (failure.code === "invalid_argument" && problem.input.kind === "tensors" && addsToInput(problem)) {
    return t("failure.no_input");
  }
  return t((FAILURES.includes(failure.code) ? `failure.${failure.code}` : "failure.other") as OrderKey);
}

/** The first position that a learned table has no row for. */
function missingRow(problem: LabProblem): { position: string; rows: string } | null {
  const { method, input } = problem;
  if (input.kind === "tensors") return null;
  if (method.kind !== "learned" || (method.extension ?? "none") !== "none" || method.table) return null;
  const rows = method.rows ?? 512;
  const missing = positionsOf(problem).query.find((position) => {
    const row = position + (method.offset ?? 0);
    return row < 0 || row >= rows;
  });
  return missing === undefined ? null : { position: plain(missing), rows: plain(rows) };
}
