/** Which channels form a pair, and what a wrong reading does to the score. */
import { html, nothing } from "lit";
import type { Drawing } from "../../../charts/drawing.ts";
import { type Column, columnCopies } from "../../../lab/figure-data.ts";
import { made } from "../../../lab/memo.ts";
import type { Actions } from "../actions.ts";
import { PAIRINGS, type Pairing } from "../state.ts";
import { type RotationKey, t } from "../strings.ts";
import { type LayoutPart, pairOf, permutationTo } from "../tasks/layouts.ts";
import { amount } from "../words.ts";
import { block, plainTable } from "./block.ts";

/** Channels shown; the rule goes on as it begins. */
const MOST = 16;

export const pairingName = (pairing: Pairing): string => t(`pairing.${pairing}` as RotationKey);

export function renderLayouts(actions: Actions) {
  const { layouts } = actions.parts;
  if (!layouts) return nothing;
  const { present, kept } = layouts;
  const shown = Math.min(MOST, present.width);
  return block(
    actions,
    "layouts",
    html`
      <p class="text">${t("section.layouts.text")}</p>
      ${plainTable(
        [t("layouts.channel"), ...Array.from({ length: shown }, (_, channel) => String(channel))],
        [
          ...PAIRINGS.map((pairing) => [pairingName(pairing), ...pairsRow(pairing, present, shown)]),
          [t("layouts.permutation"), ...takenFrom(present).slice(0, shown).map(String)],
        ],
        t("layouts.table"),
      )}
      <posenc-copies name="layouts" .copies=${made(present, "layouts", () => columnCopies(() => layoutColumns(present)))} .subject=${t("layouts.table")}
        .description=${t("section.layouts.text")} .draw=${() => drawing(present)}></posenc-copies>
      ${present.width > MOST ? html`<p class="text small">${t("layouts.most", { most: MOST, width: present.width })}</p>` : nothing}
      <p class="text">${t("section.layouts.permutation")}</p>
      <div data-testid="layout-scores">${plainTable(
        [t("layouts.reading"), t("layouts.score"), ...(kept ? [t("layouts.kept")] : [])],
        scoreRows(present, kept),
        t("layouts.scores"),
      )}</div>
      <p class="text" data-testid="layout-difference">${differenceSentence(present)}</p>
    `,
  );
}

const takenFrom = ({ rotaryDim, width }: LayoutPart): number[] => permutationTo("half_split", rotaryDim, width);

/** Of all channels; NaN stands for a channel that does not turn. */
export function layoutColumns(part: LayoutPart): Column[] {
  const channels = Array.from({ length: part.width }, (_, channel) => channel);
  const pairs = (pairing: Pairing) => channels.map((channel) => pairOf(pairing, channel, part.rotaryDim) ?? Number.NaN);
  return [
    { name: "channel", label: "", values: channels },
    ...PAIRINGS.map((pairing) => ({ name: pairing, label: "", values: pairs(pairing) })),
    { name: "taken_from", label: "", values: takenFrom(part) },
  ];
}

/** Pairs that follow each other are told apart, as on the page. */
const TONES = ["chosen", "dashed", "dark", "plain"] as const;

async function drawing(part: LayoutPart): Promise<Drawing> {
  const { stripDrawing } = await import("../../../charts/draw-strip.ts");
  const names = [t("layouts.channel"), ...PAIRINGS.map(pairingName), t("layouts.permutation")];
  return stripDrawing(
    layoutColumns(part).map(({ values }, row) => ({
      name: names[row] as string,
      cells: Array.from(values as number[], (value) => ({
        text: Number.isNaN(value) ? "–" : String(value),
        tone: (row > 0 && row <= PAIRINGS.length && TONES[value % TONES.length]) || ("plain" as const),
      })),
    })),
  );
}

function pairsRow(pairing: Pairing, { rotaryDim }: LayoutPart, shown: number) {
  return Array.from({ length: shown }, (_, channel) => {
    const pair = pairOf(pairing, channel, rotaryDim);
    return pair === null ? "–" : html`<span class="pair" data-pair=${pair % 8}>${pair}</span>`;
  });
}

function scoreRows(present: LayoutPart, kept: LayoutPart | null): string[][] {
  const names = { own: pairingName(present.state.pairing), other: pairingName(present.other) };
  return (["own", "asOther", "mixed", "permuted"] as const).map((reading) => [
    t(`reading.${reading}` as RotationKey, names),
    amount(present[reading]),
    ...(kept ? [amount(kept[reading])] : []),
  ]);
}

export function differenceSentence({ own, asOther, state: { i, j } }: LayoutPart): string {
  const difference = asOther - own;
  if (Math.abs(difference) >= 1e-9) return t("layouts.differ", { difference: amount(difference) });
  return t(i === 0 && j === 0 ? "layouts.zero" : "layouts.agree");
}
