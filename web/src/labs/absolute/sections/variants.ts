/** The four tables that circulate, side by side at one position. */
import { html, nothing } from "lit";
import { fixed } from "../../../i18n/numbers.ts";
import { result } from "../../../lab/number-text.ts";
import { largestDifference } from "../arithmetic.ts";
import { layoutOf } from "../methods.ts";
import { type AbsoluteKey, t } from "../strings.ts";
import type { Variant, Variants } from "../tasks.ts";
import { type SectionContext, section, text } from "./parts.ts";

const MOST_CHANNELS = 6;

export function renderVariants({ view, isPending }: SectionContext, variants: Variants | undefined) {
  if (!variants) return nothing;
  const { p, width } = variants;
  const channels = Array.from({ length: width }, (_, channel) => channel);
  const shown = width <= MOST_CHANNELS ? channels : [...channels.slice(0, MOST_CHANNELS - 1), width - 1];
  const chosen = view.now.state.method;
  return section(
    "variants",
    html`
      ${text(t("section.variants.text"))}
      <div class="scroll" role="region" tabindex="0" aria-label=${t("variants.table")}><table class="plain" data-testid="variants">
        <thead><tr><th scope="col">${t("setting.method")}</th><th scope="col">ω<sub>1</sub></th><th scope="col">${t("variants.longest")}</th>
          ${shown.map((channel) => html`<th scope="col">PE(${p})<sub>${channel}</sub></th>`)}</tr></thead>
        <tbody>${variants.all.map((variant) => renderRow(variant, shown, variant.table === chosen))}</tbody>
      </table></div>
      ${text(t("variants.same", { difference: result(reorderedDifference(variants)) }), "reordered")}
      ${text(t("variants.frequencies", { p, difference: result(frequencyDifference(variants)) }), "frequencies")}
      ${text(t("variants.fairseq"))}
    `,
    isPending("variants"),
  );
}

const renderRow = ({ table, row, frequencies }: Variant, shown: readonly number[], isChosen: boolean) =>
  html`<tr class=${isChosen ? "chosen" : ""} data-variant=${table}><th scope="row">${t(`variant.${table}` as AbsoluteKey)}</th>
    <td>${frequencies[1] === undefined ? "–" : result(frequencies[1])}</td><td>${result((2 * Math.PI) / (frequencies.at(-1) as number))}</td>
    ${shown.map((channel) => html`<td>${fixed(row[channel] as number, 4)}</td>`)}</tr>`;

const named = ({ all }: Variants, table: Variant["table"]): Variant =>
  all.find((variant) => variant.table === table) as Variant;

/** Paper against concatenated, once the channels are put in one order. */
export function reorderedDifference(variants: Variants): number {
  const [paper, other] = [named(variants, "paper"), named(variants, "concatenated")];
  const [from, to] = [layoutOf("paper", variants.width), layoutOf("concatenated", variants.width)];
  const take = (row: readonly number[], { pairs, sine, cosine }: typeof from) =>
    Array.from({ length: pairs }, (_, pair) => [row[sine(pair)] as number, row[cosine(pair)] as number]).flat();
  return largestDifference(take(paper.row, from), take(other.row, to));
}

/** Concatenated against Tensor2Tensor: one order, other frequencies. */
export const frequencyDifference = (variants: Variants): number =>
  largestDifference(named(variants, "concatenated").row, named(variants, "tensor2tensor").row);
