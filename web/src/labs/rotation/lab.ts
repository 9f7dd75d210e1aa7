/** <posenc-rotation-lab> */
import { html } from "lit";
import { numberControl } from "../../lab/controls.ts";
import { LabElement, type Try } from "../../lab/lab-element.ts";
import type { Tasks } from "../../lab/session.ts";
import { type RotationState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";

export class PosencRotationLab extends LabElement<RotationState, object> {
  protected override readonly schema = SCHEMA;

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries(): readonly Try<RotationState>[] {
    return [{ name: "small", text: "theta = 2", change: { theta: 2 } }];
  }

  protected override tasksFor(): Tasks<object> {
    return {};
  }

  protected override renderAnswer() {
    return html`<div class="claim"><p class="words">${this.state.theta}</p></div>`;
  }

  protected override renderSettings() {
    return html`${numberControl({
      id: "theta",
      label: "theta",
      value: this.state.theta,
      property: SCHEMA.theta,
      scale: "log",
      preview: (theta) => this.preview({ theta }),
      commit: (theta) => this.commit({ theta }),
    })}`;
  }

  protected override renderFigures() {
    return html``;
  }
}

customElements.define("posenc-rotation-lab", PosencRotationLab);
