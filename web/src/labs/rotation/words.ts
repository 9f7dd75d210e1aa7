/** Numbers and names as this lab writes them. */
import { language } from "../../i18n/language.ts";
import { setting } from "../../lab/number-text.ts";
import { t } from "./strings.ts";

/** What rounding leaves of a zero is zero. */
export const tidy = (value: number): number => (Math.abs(value) < 1e-9 ? 0 : value);

/** Six digits. */
export const amount = (value: number): string => setting(tidy(value));

/** The next term of a sum: " + 2", " − 2". */
export const added = (value: number): string => (value < 0 ? ` − ${amount(-value)}` : ` + ${amount(value)}`);

export const pairName = (pair: number): string => t("pair.name", { pair });

/** Vectors as (1, 0); long ones are cut. */
export function vectorText(values: ArrayLike<number>, most = 6): string {
  const shown = Array.from(values).slice(0, most).map(amount);
  return `(${[...shown, ...(values.length > most ? ["…"] : [])].join(", ")})`;
}

/** Between sentences: Chinese has its room in the full stop. */
export const gap = (): string => (language() === "en" ? " " : "");
