/** Sentences put together from the state: verdict, method and mask names, issues, failures, the engine's badge. */
import { language } from "../../i18n/language.ts";
import { plain } from "../../i18n/numbers.ts";
import type { LabProblem } from "../../state/defaults.ts";
import type { Issue } from "../../state/issue.ts";
import { apply, identity, reversal, sameOrder } from "../../state/permutation.ts";
import type { EngineStatus, Failure } from "./session.ts";
import { type OrderKey, t } from "./strings.ts";

/** Equal up to rounding in double: the reference's difference, not the engine's, decides the verdict. */
export const EXACT_LIMIT = 1e-9;

export const follows = (referenceMaxDifference: number): boolean => referenceMaxDifference <= EXACT_LIMIT;

export function claim(problem: LabProblem, referenceMaxDifference: number): string {
  const method = t(`claim.method.${problem.method.kind}` as OrderKey);
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
  const count = input.tokens.length;
  if (count === 1) return t("remark.single");
  if (sameOrder(permutation, identity(count))) return t("remark.identity");
  if (sameOrder(apply(permutation, input.tokens), input.tokens)) return t("remark.same_words");
  const isSymmetric = method.kind === "alibi" && method.direction === "symmetric";
  if (
    isSymmetric &&
    problem.mask.kind === "none" &&
    sameOrder(permutation, reversal(count)) &&
    follows(referenceMaxDifference)
  ) {
    return t("remark.symmetric");
  }
  return null;
}

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

export const failureText = (failure: Failure): string =>
  t((FAILURES.includes(failure.code) ? `failure.${failure.code}` : "failure.other") as OrderKey);

export function badge(status: EngineStatus | null): string {
  if (!status) return t("engine.starting");
  switch (status.engine) {
    case "webgpu": {
      const { adapter } = status;
      const names = [adapter?.vendor, adapter?.architecture, adapter?.description].filter((text) => text);
      const name = [...new Set(names)].join(" ");
      return t(adapter?.isFallback ? "engine.badge_webgpu_software" : "engine.badge_webgpu", {
        adapter: name || t("engine.unnamed"),
      });
    }
    case "reference":
      return t("engine.badge_reference");
    default:
      return t("engine.badge_wasm", { simd: status.core.simd, lanes: status.core.lanes });
  }
}

/** Why WebGPU was asked for and is not in use; null when it is, or was not asked for. */
export function fallbackText(status: EngineStatus | null): string | null {
  if (!status?.fallback) return null;
  return t("engine.fallback", { reason: t(`engine.fallback.${status.fallback.code}` as OrderKey) });
}
