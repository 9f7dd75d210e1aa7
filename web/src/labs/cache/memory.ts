/** Bytes: of this cache, and of models at a length of context. */
import { html, nothing } from "lit";
import { numberControl } from "../../lab/controls.ts";
import { setting } from "../../lab/number-text.ts";
import { bytesText } from "./names.ts";
import { bytesPerToken, type ModelMemory } from "./parts/memory.ts";
import { type CacheState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";

interface Change {
  commit(change: Partial<CacheState>): void;
  preview(change: Partial<CacheState>): void;
}

export function renderMemory(state: CacheState, models: readonly ModelMemory[] | undefined, change: Change) {
  return html`
    <section aria-labelledby="memory-title">
      <h2 id="memory-title">${t("memory.title")}</h2>
      <p class="text">${t("memory.text")}</p>
      <div class="stepper">
        ${numberControl({
          id: "context",
          label: t("memory.context"),
          value: state.context,
          property: SCHEMA.context,
          scale: "log",
          spoken: (value) => t("drop.tokens", { count: value }),
          commit: (context) => change.commit({ context }),
          preview: (context) => change.preview({ context }),
        })}
      </div>
      <div class="segments" data-control="bits" role="group" aria-label=${t("memory.bits")}>
        <span class="segments-title" aria-hidden="true">${t("memory.bits")}</span>
        ${SCHEMA.bits.options.map((bits) => html`<button class="quiet" data-bits=${bits} aria-pressed=${bits === state.bits} @click=${() => change.commit({ bits })}>${t("memory.bits_of", { bits })}</button>`)}
      </div>
      ${models ? renderModels(state, models) : nothing}
    </section>
  `;
}

function renderModels({ context, bits }: CacheState, models: readonly ModelMemory[]) {
  const width = Number(bits);
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("memory.table")}>
    <table class="plain models" data-testid="models">
      <thead><tr>${(["model", "shape", "token", "all", "full"] as const).map((name) => html`<th scope="col">${t(`memory.${name}`, { tokens: setting(context) })}</th>`)}</tr></thead>
      <tbody>
        ${models.map((model) => {
          const each = bytesPerToken(model, width);
          const full = bytesPerToken({ ...model, kv_heads: model.heads }, width);
          return html`<tr data-model=${model.id}>
            <th scope="row">${model.name}</th>
            <td>${setting(model.layers)} × ${setting(model.kv_heads)} × 2 × ${setting(model.head_dim)}</td>
            <td>${bytesText(each)}</td>
            <td>${bytesText(each * context)}</td>
            <td>${model.heads === model.kv_heads ? "–" : bytesText(full * context)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
