/** Renders its element anew when the page's language changes. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { onLanguage } from "./language.ts";

export class LocaleController implements ReactiveController {
  private stop: (() => void) | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = onLanguage(() => this.host.requestUpdate());
  }

  hostDisconnected(): void {
    this.stop?.();
  }
}
