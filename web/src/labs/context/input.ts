/** A model of the catalogue, or a configuration: typed, pasted or dropped. */
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { MenuChoice, MenuGroup } from "../../elements/choice-menu.ts";
import { result, setting } from "../../lab/number-text.ts";
import type { CatalogueModel } from "../../models/types.ts";
import type { LabContext } from "./context.ts";
import { modelNote } from "./model-notes.ts";
import { fitsLink, MAX_LINK_TEXT, MAX_TEXT } from "./state.ts";
import { t } from "./strings.ts";
import { SAMPLE } from "./tries.ts";

/** Groups as the menu wants them, made once per catalogue: it has no words of the page in it. */
const menus = new WeakMap<readonly CatalogueModel[], MenuGroup[]>();

export function modelMenu(models: readonly CatalogueModel[]): MenuGroup[] {
  const made = menus.get(models);
  if (made) return made;
  const families = [...new Set(models.map(({ family }) => family))];
  const groups = families.map((family) => ({
    name: family,
    options: models
      .filter((model) => model.family === family)
      .map(({ id, name, config }) => ({
        value: id,
        name,
        detail: "",
        aside: String(config.model_type ?? ""),
        search: id,
      })),
  }));
  menus.set(models, groups);
  return groups;
}

export function renderInput(context: LabContext) {
  const { state, models, text, reading } = context;
  // A text that is not taken yet is no longer the model's.
  const isModels = state.source.kind === "model" && text !== "" && context.textIssue?.code !== "json";
  const catalogued = isModels ? reading?.catalogued : null;
  const chosen = isModels && state.source.kind === "model" ? state.source.id : "";
  return html`
    <section class="input" data-control="source" aria-labelledby="input-title">
      <h2 id="input-title">${t("input.title")}</h2>
      <div class="choose">
        <div class="pick">
          <posenc-choice-menu data-testid="model" .label=${t("input.model")} .hint=${t("input.model_hint")} .groups=${modelMenu(models)}
            .value=${chosen} .other=${text === "" ? "" : t("input.own")}
            @posenc-choice=${(event: CustomEvent<MenuChoice>) => context.take({ kind: "model", id: event.detail.value })}></posenc-choice-menu>
        </div>
        <div class="buttons">
          <button data-testid="sample" @click=${() => context.take(SAMPLE)}>${t("input.sample")}</button>
          <button data-testid="clear" ?disabled=${text === ""} @click=${() => clear(context)}>${t("input.clear")}</button>
          <button data-testid="undo" ?disabled=${!context.canUndo} @click=${() => context.undo()}>${t("input.undo")}</button>
        </div>
      </div>
      <label class="label" for="config">${t("input.paste")}</label>
      <textarea id="config" data-testid="config" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" rows="11"
        aria-invalid=${String(context.textIssue !== null)} aria-describedby=${context.textIssue ? "text-fault config-note" : "config-note"}
        placeholder=${'{"rope_theta": 500000, "head_dim": 128, …}'} .value=${live(text)}
        @input=${(event: Event) => context.setText((event.target as HTMLTextAreaElement).value, false)}
        @change=${(event: Event) => context.setText((event.target as HTMLTextAreaElement).value, true)}
        @paste=${(event: ClipboardEvent) => refuseLong(context, event)}></textarea>
      <p class="note" id="config-note">
        ${fitsLink(state) ? t("input.note") : html`<span data-testid="not-in-link">${t("input.not_in_link", { limit: setting(MAX_LINK_TEXT / 1024) })}</span>`}
        ${catalogued ? html`<span lang="en">${t("input.source", { source: catalogued.source, version: catalogued.version })}</span>` : nothing}
        ${catalogued?.note ? html`<span>${modelNote(catalogued.note)}</span>` : nothing}
      </p>
    </section>
  `;
}

function clear(context: LabContext): void {
  context.clear();
  context.focusText();
}

/** Before the field takes it: megabytes in a text field would hold the page up. */
function refuseLong(context: LabContext, event: ClipboardEvent): void {
  const length = event.clipboardData?.getData("text/plain").length ?? 0;
  if (length <= MAX_TEXT) return;
  event.preventDefault();
  context.refuse({ code: "long", detail: "" });
}

export async function takeFile(context: LabContext, file: File | undefined): Promise<void> {
  if (!file) return;
  if (file.size > MAX_TEXT) {
    context.refuse({ code: "long", detail: `${file.name}: ${result(file.size / 1024 / 1024)} MiB` });
    return;
  }
  try {
    context.setText(await file.text(), true);
  } catch (thrown) {
    context.refuse({ code: "file", detail: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
