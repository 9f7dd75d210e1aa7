/** Methods, tasks, times and sizes in words. */
import { language } from "../../i18n/language.ts";
import { fixed } from "../../i18n/numbers.ts";
import { result, setting } from "../../lab/number-text.ts";
import { PROPER_NAMES } from "../../training/proper-names.ts";
import type { Spread } from "../../training/summary.ts";
import { type TrainKey, t } from "./strings.ts";

/** Proper names are the same in every language. */
export const methodName = (name: string): string => PROPER_NAMES[name] ?? t(`method.${name}` as TrainKey);

export const extensionName = (name: string): string => t(`extension.${name}` as TrainKey);

export const taskName = (kind: string): string => t(`task.${kind}` as TrainKey);

/** "94%" */
export const percent = (share: number): string => (Number.isFinite(share) ? `${Math.round(100 * share)}%` : "–");

/** Nats. */
export const nats = (loss: number): string => (Number.isFinite(loss) ? fixed(loss, 3) : "–");

export const spreadText = ({ mean, deviation }: Spread, seeds: number): string =>
  seeds > 1 ? `${nats(mean)} ± ${nats(deviation)}` : nats(mean);

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 90) return t("time.seconds", { count: Math.ceil(seconds) });
  const minutes = seconds / 60;
  return minutes < 90
    ? t("time.minutes", { count: Math.ceil(minutes) })
    : t("time.hours", { count: result(minutes / 60) });
}

export const bytesText = (bytes: number): string =>
  bytes < 1024 ? t("bytes", { count: setting(bytes) }) : `${result(bytes / 1024)} KiB`;

/** Chinese sentences follow each other without a space. */
export const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join(language() === "en" ? " " : "");
