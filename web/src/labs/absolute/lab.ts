/** <posenc-absolute-lab> */
import { html } from "lit";
import { numberControl } from "../../lab/controls.ts";
import { LabElement, type Try } from "../../lab/lab-element.ts";
import type { Tasks } from "../../lab/session.ts";
import { type AbsoluteState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";

export class PosencAbsoluteLab extends LabElement<AbsoluteState, object> {
  protected override readonly schema = SCHEMA;

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries(): readonly Try<AbsoluteState>[] {
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

customElements.define("posenc-absolute-lab", PosencAbsoluteLab);
