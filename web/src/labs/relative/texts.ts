/** Numbers and names as the lab writes them. */
import { fixed } from "../../i18n/numbers.ts";
import { result, setting } from "../../lab/number-text.ts";
import type { RelativeState } from "./state.ts";
import { type RelativeKey, t } from "./strings.ts";

export const methodName = ({ method }: RelativeState): string => t(`method.${method}` as RelativeKey);

/** Weights: three digits, or a power of ten. */
export const weightText = (value: number): string => (value !== 0 && value < 0.0005 ? result(value) : fixed(value, 3));

/** "+1", "−4", "0". */
export const relativeText = (relative: number): string => (relative > 0 ? `+${setting(relative)}` : setting(relative));

/** "+ 0.5", "− 2": behind another number. */
export const signed = (value: number): string => (value < 0 ? `− ${result(-value)}` : `+ ${result(value)}`);

/** "0.12 − 0.30 + 0.05". */
export const sumText = (values: readonly number[]): string =>
  values
    .map((value, at) => (at === 0 ? fixed(value, 3) : value < 0 ? `− ${fixed(-value, 3)}` : `+ ${fixed(value, 3)}`))
    .join(" ");
