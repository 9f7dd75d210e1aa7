/** What is said of the engine: who computed what is shown, why not WebGPU, how it was checked, from where on it is faster. */
import { measure, plain, rounded } from "../../i18n/numbers.ts";
import type { EngineStatus, LabResult } from "./session.ts";
import { type OrderKey, t } from "./strings.ts";

type Fallback = NonNullable<EngineStatus["fallback"]>;

export const computedBy = (status: EngineStatus, result: LabResult | null) => result?.data.engine ?? status.engine;

/** The engine that computed what is shown. */
export function badge(status: EngineStatus, result: LabResult | null): string {
  switch (computedBy(status, result)) {
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

/** Why WebGPU did not compute: not at all, or not this problem. Null when it did, or was not wanted. */
export function fallbackOf(status: EngineStatus, result: LabResult | null): Fallback | null {
  return status.fallback ?? (status.engine === "webgpu" ? result?.data.fallback : null) ?? null;
}

export function fallbackText({ code }: Fallback, { fallback, check }: EngineStatus): string {
  const reason =
    code === "check_failed" && check
      ? t("engine.fallback.check_failed", { worst: unbroken(check.worst), allowed: unbroken(check.allowed) })
      : t(`engine.fallback.${code}` as OrderKey);
  return t(fallback ? "engine.fallback" : "engine.call_fallback", { reason });
}

/** Whether the English message knows more: bytes, a compiler's or a driver's words. */
export const needsDetail = ({ code }: Fallback): boolean =>
  !["no_webgpu", "no_adapter", "software_adapter", "check_failed"].includes(code);

/** How near the GPU's numbers are to the core's; null while others than its numbers are shown. */
export function checkText(status: EngineStatus, result: LabResult | null): string | null {
  if (status.engine !== "webgpu" || computedBy(status, result) !== "webgpu") return null;
  if (!status.check) return t("engine.checking");
  const { rows, worst, allowed } = status.check;
  const values = { rows: plain(rows), worst: unbroken(worst), allowed: unbroken(allowed) };
  return t(rows === 1 ? "engine.check_one" : "engine.check", values);
}

const unbroken = (value: number): string => measure(value).replaceAll(" ", "\u00a0");

type Rule = NonNullable<EngineStatus["rule"]>;

export const ruleText = ({ threshold }: Rule): string =>
  threshold === null ? t("engine.rule_never") : t("engine.rule", { work: rounded(threshold) });

export const ruleTitle = ({ fixedMs, gpuRate, wasmRate }: Rule): string =>
  t("engine.rule_title", { fixed: measure(fixedMs), gpu: rounded(gpuRate), wasm: rounded(wasmRate) });
