/** A row of dialects: which agree with the one that fits the file, which differ, and by how much. */

import { html, nothing } from "lit";
import { t as page } from "../../i18n/page-strings.ts";
import type { DialectGroup, LayerDifference, LayerNumbers } from "../../io/hf-config/compare-dialects.ts";
import type { ReportEntry } from "../../io/hf-config/types.ts";
import { result, setting } from "../../lab/number-text.ts";
import { layerTypeName, listed } from "./answer.ts";
import type { LabContext } from "./context.ts";
import { DIALECT_NAMES, type DialectName } from "./dialect-names.ts";
import { block } from "./figures.ts";
import { noteText } from "./note-text.ts";
import { type ContextKey, t } from "./strings.ts";

type Verdict = "own" | "agrees" | "differs" | "refuses";

const GLYPHS: Record<Verdict, string> = { own: "●", agrees: "=", differs: "≠", refuses: "✕" };

const dialectName = (name: DialectName): string => t(`dialect.${name}` as ContextKey);

export function renderDialects(context: LabContext) {
  const { dialects } = context.session.parts;
  const present = context.answered?.resolution.dialect;
  if (!dialects) return nothing;
  const first = dialects.groups[0] as DialectGroup;
  const own = first.dialects[0] as DialectName;
  return block(
    context,
    "dialects",
    html`
      <p class="text">${t("dialects.text", { own: dialectName(own), length: setting(dialects.length) })}</p>
      <ul class="dialects" data-testid="dialects">
        ${DIALECT_NAMES.map((name) => {
          const group = dialects.groups.find(({ dialects }) => dialects.includes(name)) ?? first;
          const verdict = verdictOf(name, own, group, first);
          return html`<li class=${verdict} data-control="dialect"><button data-dialect=${name} data-verdict=${verdict} aria-pressed=${name === present} @click=${() => context.commit({ dialect: name })}>
            <b>${dialectName(name)}</b>
            <span class="verdict"><span aria-hidden="true">${GLYPHS[verdict]}</span> ${verdictText(verdict, name, group, first)}</span>
          </button></li>`;
        })}
      </ul>
    `,
  );
}

function verdictOf(name: DialectName, own: DialectName, group: DialectGroup, first: DialectGroup): Verdict {
  if (group.error) return "refuses";
  if (name === own) return "own";
  return group === first ? "agrees" : "differs";
}

function verdictText(verdict: Verdict, name: DialectName, group: DialectGroup, first: DialectGroup): string {
  switch (verdict) {
    case "own":
      return t("dialects.own");
    case "agrees":
      return t("dialects.agrees");
    case "refuses": {
      if (!group.error) return "";
      const { key } = group.error;
      const note = noteText(inNameOf(name, group.error));
      return t("dialects.refuses", { key, note });
    }
    case "differs": {
      if (first.error) return t("dialects.reads");
      if (group.layers.length !== first.layers.length) return t("dialects.other_layers");
      return differencesText(group, first);
    }
  }
}

/** Types of layers that differ alike share one sentence; where all do, it names none. */
function differencesText(group: DialectGroup, first: DialectGroup): string {
  const layersOf = new Map<string, string[]>();
  for (const difference of group.differences) {
    const ofType = ({ layerType }: LayerNumbers) => layerType === difference.layerType;
    const words = differenceWords(difference, first.layers.find(ofType), group.layers.find(ofType));
    const sentence = words.join(page("list.semicolon"));
    layersOf.set(sentence, [...(layersOf.get(sentence) ?? []), layerTypeName(difference.layerType)]);
  }
  return [...layersOf]
    .map(([sentence, names]) =>
      names.length === first.layers.length ? sentence : `${listed(names)}${page("list.colon")}${sentence}`,
    )
    .join(page("list.semicolon"));
}

/** Dialects that refuse for the same reason are one group: its note names only the first of them. */
function inNameOf(dialect: DialectName, entry: ReportEntry): ReportEntry {
  const { note } = entry;
  return note && "dialect" in note.values
    ? { ...entry, note: { ...note, values: { ...note.values, dialect } } }
    : entry;
}

const isOther = ([a, b]: readonly [number, number]): boolean => Math.abs(a - b) > 1e-12 * Math.abs(a);

/** The pair whose frequencies are furthest apart, and by how many times. */
function furthest(a: ArrayLike<number>, b: ArrayLike<number>): { times: number; pair: number } {
  let worst = { times: 1, pair: 0 };
  for (let pair = 0; pair < a.length; ++pair) {
    const ratio = (a[pair] as number) / (b[pair] as number);
    const times = Math.max(ratio, 1 / ratio);
    if (Number.isFinite(times) && times > worst.times) worst = { times, pair };
  }
  return worst;
}

function differenceWords(
  { inv_freq, pair, attention_factor, scale, pairing }: LayerDifference,
  first: LayerNumbers | undefined,
  this_: LayerNumbers | undefined,
): string[] {
  const words: string[] = [];
  const far = furthest(first?.inv_freq ?? [], this_?.inv_freq ?? []);
  if (inv_freq === Infinity) words.push(t("dialects.other_pairs"));
  else if (far.times > 2) words.push(t("dialects.times", { times: result(far.times), pair: far.pair }));
  else if (inv_freq > 1e-12) words.push(t("dialects.frequencies", { percent: result(100 * inv_freq), pair }));
  const values = ([a, b]: readonly [number, number]) => ({ a: setting(a), b: setting(b) });
  if (isOther(attention_factor)) words.push(t("dialects.attention_factor", values(attention_factor)));
  if (isOther(scale)) words.push(t("dialects.scale", values(scale)));
  if (pairing[0] !== pairing[1]) words.push(t(`dialects.pairing.${pairing[1]}` as ContextKey));
  return words;
}
