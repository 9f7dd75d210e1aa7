/** Wavelength or frequency per pair, plain and scaled, with the original and the present context marked. */

import type { LineAxis, Mark } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain as whole } from "../../../i18n/numbers.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import { pythonOf } from "../lazy-python.ts";
import { hasOwnFactors, type Parts, pairFactors } from "../parts.ts";
import type { LengthOrigin } from "../reading.ts";
import type { Quantity } from "../state.ts";
import { type ContextKey, t } from "../strings.ts";

/** The axis of figures about pairs. */
export const pairAxis = (pairs: number): LineAxis => ({
  label: t("axis.pair"),
  kind: "linear",
  domain: [0, Math.max(1, pairs - 1)],
  tick: (value) => (Number.isInteger(value) ? whole(value) : ""),
  print: whole,
});

export const pairNumbers = (pairs: number): number[] => Array.from({ length: pairs }, (_, at) => at);

export const isChanged = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  Array.from(a).some((value, at) => value !== b[at]);

export const lengthMark = (length: number, origin: LengthOrigin): string =>
  t(origin === "named" ? "mark.length" : "mark.chosen", { length: setting(length) });

export function frequencyFigure({ at, frequencies, origin }: Parts["frequencies"], quantity: Quantity): LabFigure {
  const { plain_inv_freq, inv_freq, wavelength, original_length, length } = frequencies;
  const pairs = pairNumbers(inv_freq.length);
  const plainWavelength = Array.from(plain_inv_freq, (frequency) => (2 * Math.PI) / frequency);
  const [before, after] =
    quantity === "wavelength" ? [plainWavelength, wavelength] : ([plain_inv_freq, inv_freq] as const);
  const marks: Mark[] = [];
  if (quantity === "wavelength") {
    if (original_length !== null && Math.abs(original_length - length) > 0.05 * length)
      // At the left, where the lines lie far below them.
      marks.push({
        axis: "y",
        at: original_length,
        label: t("mark.original", { length: setting(original_length) }),
        side: "left",
      });
    marks.push({ axis: "y", at: length, label: lengthMark(length, origin), side: "left" });
  }
  const changed = isChanged(plain_inv_freq, inv_freq);
  const factors = hasOwnFactors(at.method) ? pairFactors(frequencies) : null;
  const treatment = (pair: number): string =>
    factors
      ? t("detail.divided", { value: result(factors[pair] as number) })
      : t(`regime.${frequencies.regime[pair]}` as ContextKey);
  const lines = [{ name: t(changed ? "line.scaled" : "line.plain"), tone: "main" as const, values: after }];
  return {
    chart: {
      title: t(`figure.frequency.${quantity}` as ContextKey),
      description: t("figure.frequency.seen", {
        pairs: pairs.length,
        first: result(after[0] as number),
        last: result(after[pairs.length - 1] as number),
      }),
      x: pairAxis(pairs.length),
      y: {
        label: t(`axis.${quantity}` as ContextKey),
        kind: "log",
        domain: domainOf("log", [before, after, quantity === "wavelength" ? [length] : []], [1, 10]),
        tick,
        print: result,
      },
      points: pairs,
      lines: changed ? [{ name: t("line.plain"), tone: "before", values: before }, ...lines] : lines,
      marks,
      detail: (pair) => [...details(frequencies, pair), treatment(pair)].join(page("list.comma")),
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: "plain_inv_freq", label: t("column.plain_inv_freq"), values: plain_inv_freq },
      { name: "inv_freq", label: t("column.inv_freq"), values: inv_freq },
      { name: "wavelength", label: t("column.wavelength"), values: wavelength },
    ],
    python: pythonOf("frequencyPython", at, frequencies),
  };
}

function details({ inv_freq, turns }: Parts["frequencies"]["frequencies"], pair: number): string[] {
  const parts = [t("detail.radians", { value: result(inv_freq[pair] as number) })];
  if (turns[pair] !== undefined) parts.push(t("detail.turns", { value: result(turns[pair]) }));
  return parts;
}
