/** A core that traps at every call while it is told to, as one that ran into an unreachable instruction. */
import type { Page } from "@playwright/test";

export async function watchCore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const flags = window as unknown as { coreFails?: boolean };
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...sent: [never, never]): void {
      if (!flags.coreFails) {
        send.apply(this, sent);
        return;
      }
      const { id } = sent[0] as { id: number };
      const data = { kind: "trap", id, reason: "unreachable <b>executed</b>" };
      setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })), 20);
    };
  });
}

export const setCoreFails = (page: Page, fails: boolean): Promise<void> =>
  page.evaluate((on) => {
    (window as unknown as { coreFails: boolean }).coreFails = on;
  }, fails);
