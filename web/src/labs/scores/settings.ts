/** Text, method, mask, sizes of the layer, and what of them is looked at. */
import { html, nothing } from "lit";
import "../../elements/choice-menu.ts";
import type { MenuChoice } from "../../elements/choice-menu.ts";
import "../../elements/given-files.ts";
import { t as files } from "../../i18n/files/strings.ts";
import { plain } from "../../i18n/numbers.ts";
import { group, numberControl, radioControl } from "../../lab/controls.ts";
import { isInLink } from "../../lab/given.ts";
import { made } from "../../lab/memo.ts";
import { MOST_LINK, writeLink } from "../../state/schema.ts";
import type { ScoresContext } from "./context.ts";
import { givenInput } from "./given.ts";
import { menuGroups } from "./menu.ts";
import { renderMethodFields } from "./method-fields.ts";
import { headOf, headsOf } from "./problem.ts";
import { type Kind, MOST_SIGNS, MOST_TOKENS, SCHEMA, type ScoresState } from "./state.ts";
import { type ScoresKey, t } from "./strings.ts";
import { queryOf } from "./tasks.ts";
import { namesOf, tokenList } from "./token-list.ts";

type NumberKey = "repeat" | "window" | "heads" | "head" | "head_dim" | "seed" | "query";

export function renderSettings(context: ScoresContext) {
  const { state } = context.pair;
  const slide = (key: NumberKey, more: { range?: readonly [number, number]; value?: number; meaning?: string } = {}) =>
    numberControl({
      id: key,
      label: t(`setting.${key}` as ScoresKey),
      value: more.value ?? state[key],
      meaning: more.meaning,
      property: more.range ? { ...SCHEMA[key], range: more.range } : SCHEMA[key],
      preview: (value) => context.preview({ [key]: value }),
      commit: (value) => context.commit({ [key]: value }),
    });
  const last = Math.max(0, namesOf(state).queries.length - 1);
  const given = givenInput(state);
  return html`
    ${given ? nothing : renderText(context)}
    <fieldset>
      <legend>${files("files.title")}</legend>
      <posenc-given-files .given=${state.given?.arrays ?? NOTHING} .take=${context.take}></posenc-given-files>
      ${renderGivenNote(context)}
    </fieldset>
    <fieldset>
      <legend>${t("setting.text_length")}</legend>
      ${given ? nothing : slide("repeat")} ${slide("query", { range: [0, last], value: Math.max(0, queryOf(state)), meaning: t("setting.query.meaning") })}
    </fieldset>
    <fieldset>
      <legend>${t("setting.method")}</legend>
      <posenc-choice-menu data-testid="method" .label=${t("setting.method")} .hint=${t("setting.method.filter")} .groups=${menuGroups()}
        .value=${state.method}
        @posenc-choice=${(event: CustomEvent<MenuChoice>) => context.commit({ method: event.detail.value as Kind })}></posenc-choice-menu>
      <p class="meaning">${t(`method.${state.method}.meaning` as ScoresKey)}</p>
      ${renderMethodFields(context)}
    </fieldset>
    ${
      state.given?.problem.mask
        ? nothing
        : radioControl({
            id: "mask",
            label: t("setting.mask"),
            value: state.mask,
            property: SCHEMA.mask,
            name: (mask) => t(`setting.mask.${mask}` as ScoresKey),
            commit: (mask) => context.commit({ mask }),
          })
    }
    ${state.mask === "window" && !state.given?.problem.mask ? slide("window") : nothing}
    ${group(
      t("setting.layer"),
      given?.kind === "tensors" ? nothing : slide("heads"),
      slide("head", { range: [0, headsOf(state) - 1], value: headOf(state) }),
      given?.kind === "tensors" ? nothing : slide("head_dim"),
      given?.kind === "tensors" ? nothing : slide("seed", { meaning: t("setting.seed.meaning") }),
    )}
  `;
}

const NOTHING = {};

function renderGivenNote({ pair, isGone }: ScoresContext) {
  if (isGone) return html`<p class="fault" role="alert" data-testid="files-gone">${files("files.gone")}</p>`;
  if (isInLink(pair.state.given) && isInLink(pair.other?.given ?? null)) return nothing;
  return html`<p class="meaning" data-testid="not-in-link">${files("files.not_in_link")}</p>`;
}

function renderText(context: ScoresContext) {
  const { pair, typed, textNote } = context;
  /** Laying out a very long text would hold the browser up before it could be cut. */
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= MOST_SIGNS) return;
    event.preventDefault();
    context.type(pasted, true);
  };
  return html`
    <fieldset>
      <legend><label for="text">${t("setting.text")}</label></legend>
      <textarea id="text" maxlength=${MOST_SIGNS} data-testid="text" dir="auto" rows="4" spellcheck="false" aria-describedby="text-meaning"
        .value=${typed ?? pair.state.text}
        @paste=${paste}
        @input=${(event: Event) => context.type((event.target as HTMLTextAreaElement).value, false)}
        @change=${(event: Event) => context.type((event.target as HTMLTextAreaElement).value, true)}></textarea>
      <p class="meaning" id="text-meaning" data-testid="text-meaning">${countText(pair.state)}
        ${textNote === null ? nothing : html`<span class="fault" role="alert">${textNote}</span>`}
        ${linkNote(pair.state, pair.other)}</p>
    </fieldset>
  `;
}

function countText(state: ScoresState): string {
  const { tokens, found } = tokenList(state);
  const [most, signs] = [plain(MOST_TOKENS), plain(MOST_SIGNS)];
  if (found > tokens.length) return t("text.cut", { found: plain(found), most, signs });
  return t("text.count", { count: plain(tokens.length), most, signs });
}

function linkNote(state: ScoresState, other: ScoresState | null) {
  // Shorter texts fit whatever their script.
  if (state.text.length + (other?.text.length ?? 0) < MOST_LINK / 12) return nothing;
  const length = made(state, other ?? "alone", () => writeLink(SCHEMA, state, other).length);
  if (length <= MOST_LINK) return nothing;
  return html`<span class="fault" data-testid="link-long">${t("text.link_long", { length: plain(length), most: plain(MOST_LINK) })}</span>`;
}
