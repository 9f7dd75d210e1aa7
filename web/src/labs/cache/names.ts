/** Methods and bytes in words. */
import { language } from "../../i18n/language.ts";
import { result, setting } from "../../lab/number-text.ts";
import type { CacheState, MethodName, Policy } from "./state.ts";
import { type CacheKey, t } from "./strings.ts";

export const methodName = (method: MethodName, policy: Policy | null = null): string => {
  const name = t(`method.${method}` as CacheKey);
  return method === "dynamic_ntk" && policy !== null
    ? t("method.with_policy", { name, policy: t(`policy.${policy}`) })
    : name;
};

export const nameOf = ({ method, policy }: CacheState): string => methodName(method, policy);

const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;

export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = "";
  for (const next of UNITS) {
    if (size < 1024) break;
    size /= 1024;
    unit = next;
  }
  return unit === "" ? t("bytes", { count: setting(size) }) : `${result(size)} ${unit}`;
}

/** Chinese sentences follow each other without a space. */
export const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join(language() === "en" ? " " : "");
