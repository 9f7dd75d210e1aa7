/** How wide an element is: it is drawn anew when that changes. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class WidthController implements ReactiveController {
  private watch: ResizeObserver | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    /** Until it is known. */
    public width: number,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.watch = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width === 0 || width === this.width) return;
      this.width = width;
      this.host.requestUpdate();
    });
    this.watch.observe(this.host);
  }

  hostDisconnected(): void {
    this.watch?.disconnect();
  }
}
