/** The frame of the engines' browser tests: a page that has the engines and the case list, and a watch over it. */
import { test as base, expect, type Page } from "@playwright/test";
import { watchPage } from "../support/watch.ts";
import { type ServedPage, servePage } from "./serve-page.ts";

interface PageFixtures {
  /** Goes to the served page, or to one of its addresses, and waits for window.posencTest. */
  open: (url?: string) => Promise<void>;
  /** Errors and requests to other origins, a refused resource for one: what is left at the end fails the test. */
  watch: string[];
}

export const test = base.extend<PageFixtures, { served: ServedPage }>({
  served: [
    async ({ playwright: _ }, use) => {
      const served = await servePage();
      await use(served);
      await served.close();
    },
    { scope: "worker" },
  ],
  watch: [
    async ({ page, served }, use) => {
      const seen = watchPage(page, [served.url]);
      await use(seen);
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ page, served }, use) => {
    await use(async (url = served.url) => {
      await page.goto(url);
      await page.waitForFunction(() => "posencTest" in window);
    });
  },
});

export { expect };

/** Takes what a test expects out of a watch. */
export function forgive(watch: string[], expected: RegExp): void {
  watch.splice(0, watch.length, ...watch.filter((text) => !expected.test(text)));
}

/** A device that holds this many bytes in a binding, whatever the adapter offers. */
export async function limitBindings(page: Page, bytes: number): Promise<void> {
  await page.addInitScript((bytes) => {
    Object.defineProperty(GPUSupportedLimits.prototype, "maxStorageBufferBindingSize", { get: () => bytes });
  }, bytes);
}
