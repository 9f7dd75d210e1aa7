/** An element whose colours are computed is drawn anew when the page turns light or dark. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { onScheme } from "../ui/theme.ts";

export class SchemeController implements ReactiveController {
  private stop: (() => void) | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = onScheme(() => this.host.requestUpdate());
  }

  hostDisconnected(): void {
    this.stop?.();
  }
}
