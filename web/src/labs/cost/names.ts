/** Methods, shares, times and bytes in words. */
import { language } from "../../i18n/language.ts";
import { fixed } from "../../i18n/numbers.ts";
import { result, setting } from "../../lab/number-text.ts";
import type { Counted } from "./counts.ts";
import type { Subject } from "./measure/subjects.ts";
import { type CostKey, t } from "./strings.ts";

export const subjectName = (subject: Subject | Counted): string => t(`method.${subject}` as CostKey);

/** "3.1%"; two digits below one, none where there is nothing. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return "–";
  const value = 100 * share;
  const size = Math.abs(value);
  if (size < 0.005) return "0%";
  return `${fixed(value, size < 1 ? 2 : size < 100 ? 1 : 0)}%`;
}

export const milliseconds = (time: number): string => t("ms", { time: result(time) });

const UNITS = ["KiB", "MiB", "GiB"] as const;

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
