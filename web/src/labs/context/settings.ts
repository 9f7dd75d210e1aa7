/** Length, layers, dialect and what to compare with, and the way to take the state along. */
import { html, nothing } from "lit";
import type { MenuChoice } from "../../elements/choice-menu.ts";
import { t as page } from "../../i18n/page-strings.ts";
import { setting } from "../../lab/number-text.ts";
import { commented } from "../../lab/python-text.ts";
import { layerTypeName } from "./answer.ts";
import type { LabContext } from "./context.ts";
import { DIALECT_NAMES, type DialectName } from "./dialect-names.ts";
import { modelMenu } from "./input.ts";
import { pythonOf } from "./lazy-python.ts";
import { chosenLayers, lengthOf, rotaryOf } from "./reading.ts";
import { sideOf, subjectLine } from "./sides.ts";
import { fitsLink, LENGTHS, type OtherSubject, toHash } from "./state.ts";
import { type ContextKey, t } from "./strings.ts";
import { readOther } from "./tasks.ts";

/** Four steps of the slider double the length. */
const STEPS = 4;
const LAST_STEP = STEPS * Math.log2(LENGTHS[1]);
const toStep = (length: number): number => Math.round(STEPS * Math.log2(length));
const toLength = (step: number): number => Math.round(2 ** (step / STEPS));

export function renderSettings(context: LabContext) {
  return html`
    <section class="settings" aria-label=${t("settings.title")}>
      ${renderLength(context)} ${renderLayers(context)} ${renderDialect(context)} ${renderOther(context)} ${renderShare(context)}
    </section>
  `;
}

function renderLength(context: LabContext) {
  const model = context.answered?.resolution.model;
  if (!model) return nothing;
  const { state } = context;
  const rotary = rotaryOf(chosenLayers(model, state.layerType));
  // The length moves nothing where nothing turns.
  if (!rotary) return nothing;
  const { length, origin } = lengthOf(state, model, rotary);
  const stepOf = (event: Event) => toLength((event.target as HTMLInputElement).valueAsNumber);
  return html`
    <fieldset data-control="length">
      <legend>${t("length.title")}</legend>
      <input type="range" data-testid="length-slider" aria-label=${t("length.slider")} min="0" max=${LAST_STEP} step="1" .value=${String(toStep(length))}
        aria-valuetext=${t("length.tokens", { length: setting(length) })}
        @input=${(event: Event) => context.preview({ length: stepOf(event) })}
        @change=${(event: Event) => context.commit({ length: stepOf(event) })}>
      <div class="option"><label for="length">${t("length.exact")}</label>
        <input id="length" data-testid="length" type="number" min=${LENGTHS[0]} max=${LENGTHS[1]} step="1" .value=${String(length)}
          aria-invalid=${String(context.lengthFault)} aria-describedby="length-note"
          @change=${(event: Event) => setLength(context, event.target as HTMLInputElement)}></div>
      <p class="meaning" id="length-note">
        ${context.lengthFault ? html`<span class="fault" role="alert" data-testid="length-fault">${t("length.fault", { least: setting(LENGTHS[0]), most: setting(LENGTHS[1]) })}</span>` : nothing}
        ${origin === "assumed" ? html`<b data-testid="length-assumed">${t("length.assumed", { length: setting(length) })}</b>` : nothing}
        ${t("length.meaning")}
        ${state.length === null ? nothing : html`<button class="quiet" @click=${() => context.commit({ length: null })}>${t("length.longest")}</button>`}</p>
    </fieldset>
  `;
}

function setLength(context: LabContext, field: HTMLInputElement): void {
  const length = field.valueAsNumber;
  const fits = Number.isInteger(length) && length >= LENGTHS[0] && length <= LENGTHS[1];
  if (fits) context.commit({ length });
  else context.refuseLength();
}

function renderLayers(context: LabContext) {
  const model = context.answered?.resolution.model;
  if (!model || model.layerTypes.length < 2) return nothing;
  const chosen = chosenLayers(model, context.state.layerType);
  return html`
    <fieldset data-control="layerType">
      <legend>${t("layers.title")}</legend>
      <div class="tabs">
        ${model.layerTypes.map(
          ({
            name,
            layers,
          }) => html`<label class="choice"><input type="radio" name="layers" value=${name} .checked=${name === chosen.name}
            @change=${() => context.commit({ layerType: name })}> ${layerTypeName(name)}${layers.length > 0 ? html` <span class="aside">${layers.length}</span>` : nothing}</label>`,
        )}
      </div>
    </fieldset>
  `;
}

function renderDialect(context: LabContext) {
  const { state, answered } = context;
  const found = state.dialect === null && answered ? t(`dialect.${answered.resolution.dialect}` as ContextKey) : "";
  return html`
    <fieldset data-control="dialect">
      <legend><label for="dialect">${t("dialect.title")}</label></legend>
      <select id="dialect" data-testid="dialect" @change=${(event: Event) => context.commit({ dialect: ((event.target as HTMLSelectElement).value || null) as DialectName | null })}>
        <option value="" .selected=${state.dialect === null}>${found ? t("dialect.automatic", { name: found }) : t("dialect.by_file")}</option>
        ${DIALECT_NAMES.map((name) => html`<option value=${name} .selected=${name === state.dialect}>${t(`dialect.${name}` as ContextKey)}</option>`)}
      </select>
      ${turns(context) ? html`<p class="meaning"><button class="quiet" @click=${() => context.showStage("dialects-title")}>${t("dialect.see")}</button></p>` : nothing}
    </fieldset>
  `;
}

/** Whether there is anything to lay side by side. */
function turns({ answered, state }: LabContext): boolean {
  const model = answered?.resolution.model;
  return model !== undefined && rotaryOf(chosenLayers(model, state.layerType)) !== null;
}

function renderOther(context: LabContext) {
  const { state, models } = context;
  const { other } = state;
  if (!turns(context)) return nothing;
  const layerType = keptLayerType(context);
  const chosen = other?.source.kind === "model" ? other.source.id : "";
  return html`
    <fieldset data-control="other">
      <legend>${t("compare.setting")}</legend>
      <posenc-choice-menu data-testid="other" .label=${t("compare.setting")} .hint=${t("input.model_hint")} .groups=${modelMenu(models)}
        .value=${chosen} .other=${other === null ? t("compare.plain") : t("compare.kept")}
        @posenc-choice=${(event: CustomEvent<MenuChoice>) =>
          context.commit({
            other: { source: { kind: "model", id: event.detail.value }, dialect: state.dialect, layerType: null },
          })}></posenc-choice-menu>
      ${other ? renderOtherLayers(context, other) : nothing}
      <p class="meaning">
        <button class="quiet" data-testid="keep" @click=${() => context.commit({ other: { source: state.source, dialect: state.dialect, layerType } })}>${t("compare.keep")}</button>
        ${other === null ? nothing : html`<button class="quiet" @click=${() => context.commit({ other: null })}>${t("compare.drop")}</button>`}
      </p>
    </fieldset>
  `;
}

/** The layers that A keeps while B may go on to others. */
function keptLayerType({ answered, state }: LabContext): string | null {
  const model = answered?.resolution.model;
  return model && model.layerTypes.length > 1 ? chosenLayers(model, state.layerType).name : null;
}

function renderOtherLayers(context: LabContext, other: OtherSubject) {
  const types = readOther(other, context.models)?.resolution.model?.layerTypes ?? [];
  if (types.length < 2) return nothing;
  const choose = (event: Event) =>
    context.commit({ other: { ...other, layerType: (event.target as HTMLSelectElement).value || null } });
  return html`<div class="option"><label for="other-layers">${t("compare.layers")}</label>
    <select id="other-layers" data-testid="other-layers" @change=${choose}>
      <option value="" .selected=${other.layerType === null}>${t("compare.same_layers")}</option>
      ${types.map(({ name }) => html`<option value=${name} .selected=${name === other.layerType}>${layerTypeName(name)}</option>`)}
    </select></div>`;
}

function renderShare(context: LabContext) {
  const { state, environment } = context;
  const hash = toHash(state);
  return html`
    <fieldset class="share" data-part="share">
      <legend>${page("share.title")}</legend>
      <posenc-share .texts=${{ link: fitsLink(state) ? () => environment.linkTo(hash) : null, ...scriptOf(context) }} .subject=${state}>
        <button slot="more" @click=${() => context.reset()}>${page("share.reset")}</button>
      </posenc-share>
      ${fitsLink(state) ? html`<posenc-embed-code lab="context" .state=${hash} .environment=${environment} .heading=${t("title")}></posenc-embed-code>` : nothing}
    </fieldset>
  `;
}

/** Of the answer that is shown; none where nothing turns. */
function scriptOf({ session, answered, state }: LabContext) {
  const { frequencies: part } = session.parts;
  if (!part || !answered) return {};
  const comment = subjectLine(sideOf(answered, state.layerType));
  const python = pythonOf("answerPython", part.at, part.frequencies);
  return { script: async () => commented(comment, await python()) };
}
