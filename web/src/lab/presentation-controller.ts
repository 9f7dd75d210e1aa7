/** Shows of its lab what the environment says, after each drawing, and marks it for the styles. */
import type { LitElement, ReactiveController } from "lit";
import type { Lab } from "./environment.ts";
import { applyPresentation } from "./presentation.ts";

export class PresentationController implements ReactiveController {
  constructor(private readonly lab: Lab & LitElement) {
    lab.addController(this);
  }

  hostConnected(): void {
    const { ui, motion } = this.lab.environment.presentation;
    if (ui !== "full") this.lab.setAttribute("ui", ui);
    if (motion === "off") this.lab.setAttribute("motion", motion);
  }

  hostUpdated(): void {
    applyPresentation(this.lab.renderRoot, this.lab.environment.presentation);
  }
}
