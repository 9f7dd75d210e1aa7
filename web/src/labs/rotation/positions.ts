/** The positions of query and key: a step, a field, a slider each; and turning by itself, until it is stopped. */
import { html, nothing } from "lit";
import { setting } from "../../lab/number-text.ts";
import type { Actions } from "./actions.ts";
import { SCHEMA } from "./state.ts";
import { t } from "./strings.ts";

/** The slider reaches this far, unless the position is farther. */
const NEAR = 128;
const [FIRST, LAST] = SCHEMA.i.range;

export function renderPositions(actions: Actions) {
  return html`<div class="positions">${renderPosition(actions, "i")} ${renderPosition(actions, "j")}</div>`;
}

function renderPosition(actions: Actions, which: "i" | "j") {
  const value = actions.state[which];
  const label = t(which === "i" ? "position.query" : "position.key");
  const slid = (event: Event) => (event.target as HTMLInputElement).valueAsNumber;
  const type = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const found = SCHEMA[which].read(field.value);
    if (found) actions.commit({ [which]: found.value });
    field.value = String(found?.value ?? value);
  };
  return html`
    <div class="position" data-control=${which}>
      <label for=${which}>${label}</label>
      <div class="buttons">
        <button data-testid=${`${which}-back`} aria-label=${t("position.back", { name: label })} ?disabled=${value <= FIRST}
          @click=${() => actions.commit({ [which]: value - 1 })}>−1</button>
        <input id=${which} data-testid=${which} type="number" min=${FIRST} max=${LAST} step="1" .value=${String(value)} @change=${type}>
        <button data-testid=${`${which}-on`} aria-label=${t("position.on", { name: label })} ?disabled=${value >= LAST}
          @click=${() => actions.commit({ [which]: value + 1 })}>+1</button>
        ${renderPlay(actions, which, label)}
      </div>
      <input type="range" data-testid=${`${which}-slider`} aria-label=${label} aria-valuetext=${t("position.spoken", { position: setting(value) })}
        min=${FIRST} max=${value <= NEAR ? NEAR : LAST} step="1" .value=${String(value)}
        @input=${(event: Event) => actions.preview({ [which]: slid(event) })}
        @change=${(event: Event) => actions.commit({ [which]: slid(event) })}>
    </div>
  `;
}

/** The steps are its twins: where motion is unwelcome there is nothing to start. */
function renderPlay({ playing, play, isStill }: Actions, which: "i" | "j", name: string) {
  if (isStill) return nothing;
  const isOn = playing === which;
  return html`<button data-testid=${`${which}-play`} aria-pressed=${isOn} aria-label=${t(isOn ? "position.stop.long" : "position.play.long", { name })}
    @click=${() => play(isOn ? null : which)}>${t(isOn ? "position.stop" : "position.play")}</button>`;
}
