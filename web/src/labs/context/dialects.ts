/** A row of dialects: which agree with the one that fits the file, which differ, and by how much. */
import { html, nothing } from "lit";
import type { DialectGroup, LayerDifference } from "../../io/hf-config/compare-dialects.ts";
import type { ReportEntry } from "../../io/hf-config/types.ts";
import { layerTypeName } from "./answer.ts";
import type { LabContext } from "./context.ts";
import { DIALECT_NAMES, type DialectName } from "./dialect-names.ts";
import { block } from "./figures.ts";
import { noteText } from "./note-text.ts";
import { result, setting } from "./number-text.ts";
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
          return html`<li class=${verdict}><button data-dialect=${name} data-verdict=${verdict} aria-pressed=${name === present} @click=${() => context.commit({ dialect: name })}>
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
      const named = first.layers.length > 1;
      const parts = group.differences.flatMap((difference) => {
        const words = differenceWords(difference);
        return named && words[0]
          ? [`${layerTypeName(difference.layerType)}${t("list.colon")}${words[0]}`, ...words.slice(1)]
          : words;
      });
      return parts.join(t("list.semicolon"));
    }
  }
}

/** Dialects that refuse for the same reason are one group: its note names only the first of them. */
function inNameOf(dialect: DialectName, entry: ReportEntry): ReportEntry {
  const { note } = entry;
  return note && "dialect" in note.values
    ? { ...entry, note: { ...note, values: { ...note.values, dialect } } }
    : entry;
}

const isOther = ([a, b]: readonly [number, number]): boolean => Math.abs(a - b) > 1e-12 * Math.abs(a);

function differenceWords({ inv_freq, pair, attention_factor, scale, pairing }: LayerDifference): string[] {
  const words: string[] = [];
  if (inv_freq === Infinity) words.push(t("dialects.other_pairs"));
  else if (inv_freq > 1e-12) words.push(t("dialects.frequencies", { percent: result(100 * inv_freq), pair }));
  const values = ([a, b]: readonly [number, number]) => ({ a: setting(a), b: setting(b) });
  if (isOther(attention_factor)) words.push(t("dialects.attention_factor", values(attention_factor)));
  if (isOther(scale)) words.push(t("dialects.scale", values(scale)));
  if (pairing[0] !== pairing[1]) words.push(t(`dialects.pairing.${pairing[1]}` as ContextKey));
  return words;
}
