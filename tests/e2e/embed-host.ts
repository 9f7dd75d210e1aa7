/** Pages of somebody else, from another origin, with labs of the built site in them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import { type Embedded, snippet } from "../../web/src/embed/snippets.ts";
import { watchPage } from "../support/watch.ts";

export { expect };

export interface Host {
  /** Serves a page and opens it. */
  open(html: string, headers?: Record<string, string>): Promise<void>;
  origin: string;
}

export const test = base.extend<{ host: Host; watch: string[] }>({
  host: async ({ page }, use) => {
    let body = "";
    let extra: Record<string, string> = {};
    const server = createServer((request, response) => {
      const isPage = request.url === "/page";
      response.writeHead(isPage ? 200 : 404, { "Content-Type": "text/html; charset=utf-8", ...extra });
      response.end(isPage ? body : "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({
      origin,
      async open(html, headers = {}) {
        body = `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,"></head><body>${html}</body></html>`;
        extra = headers;
        await page.goto(`${origin}/page`);
      },
    });
    server.closeAllConnections();
    server.close();
  },
  /** Errors, and requests to anywhere but the host and the site. */
  watch: [
    async ({ page, baseURL, host }, use) => {
      const seen = watchPage(page, [baseURL as string, host.origin]);
      await use(seen);
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
});

export const embedded = (baseURL: string | undefined, lab: string, state = ""): Embedded => ({
  base: baseURL as string,
  lab,
  state,
  title: `The lab ${lab}`,
});

/** Collects what frames say, as window.said. */
export const LISTEN = `<script>
  window.said = [];
  addEventListener("message", ({ data, source }) => {
    const frames = [...document.querySelectorAll("iframe")];
    window.said.push({ ...data, frame: frames.findIndex(({ contentWindow }) => contentWindow === source) });
  });
</script>`;

export interface Said {
  type: string;
  v: number;
  id: string;
  frame: number;
  height?: number;
  state?: string;
  code?: string;
  message?: string;
  capabilities?: string[];
}

export const said = (page: Page, type: string): Promise<Said[]> =>
  page.evaluate((type) => (window as unknown as { said: Said[] }).said.filter((one) => one.type === type), type);

export const say = (page: Page, message: unknown): Promise<void> =>
  page.evaluate((message) => {
    document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
  }, message);

export const frameOf = (baseURL: string | undefined, lab: string, state = ""): string =>
  snippet("iframe", embedded(baseURL, lab, state));
