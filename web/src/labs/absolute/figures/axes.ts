/** Axes that several figures share. */
import type { LineAxis } from "../../../charts/line-figure.ts";
import { plain } from "../../../i18n/numbers.ts";
import { result, tick } from "../../../lab/number-text.ts";
import { t } from "../strings.ts";

export const wholeTick = (value: number): string => (Number.isInteger(value) ? plain(value) : "");

export const positionAxis = (first: number, last: number): LineAxis => ({
  label: t("axis.position"),
  kind: "linear",
  domain: [first, Math.max(first + 1, last)],
  tick: wholeTick,
  print: (value) => plain(Number(value.toPrecision(4))),
});

export const valueAxis = (label: string, domain: readonly [number, number]): LineAxis => ({
  label,
  kind: "linear",
  domain,
  tick,
  print: result,
});

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
