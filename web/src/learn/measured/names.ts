/** Methods, extensions, tasks and numbers in words. */
import { language } from "../../i18n/language.ts";
import { fixed } from "../../i18n/numbers.ts";
import { PROPER_NAMES } from "../../training/proper-names.ts";
import { type LearnKey, t } from "../strings.ts";
import type { Line } from "./lines.ts";

const PROPER: Readonly<Record<string, string>> = { ...PROPER_NAMES, t5: "T5" };

/** Proper names are the same in every language. */
export const methodName = (name: string): string => PROPER[name] ?? t(`method.${name}` as LearnKey);

export const taskName = (name: string): string => t(`task.${name}` as LearnKey);

export function lineName({ method, extension, tuned, isHere }: Line): string {
  const base =
    extension === null ? methodName(method) : `${methodName(method)} + ${t(`extension.${extension}` as LearnKey)}`;
  const own = tuned > 0 ? t("line.tuned", { name: base, steps: tuned }) : base;
  return isHere ? t("line.here", { name: own }) : own;
}

export const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const nats = (loss: number): string => fixed(loss, 3);

/** Names one after the other. */
export const listed = (names: readonly string[]): string => names.join(language() === "en" ? ", " : "、");

/** Chinese sentences follow each other without a space. */
export const joined = (sentences: readonly string[]): string => sentences.join(language() === "en" ? " " : "");
