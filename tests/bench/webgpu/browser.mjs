// Builds the page as the site is built, serves it and opens it in Chromium. `call` asks window.posencBench and gives up
// after a while: a GPU process that hangs must not hang the bench. Playwright ends the browser on Ctrl-C.
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "vite";
import { pageFolder, serve } from "./server.mjs";

const ANSWER_SECONDS = 120;
const root = join(import.meta.dirname, "page");

// The same as in tests/e2e/playwright.config.ts.
const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
export const ADAPTERS = {
  swiftshader: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
  // Chromium's own choice; on Linux it looks for a GPU through Vulkan only when told to.
  default: ["--enable-unsafe-webgpu", "--enable-features=Vulkan"],
};

const buildPage = () =>
  build({
    configFile: join(import.meta.dirname, "../../../web/vite.config.ts"),
    root,
    publicDir: false,
    logLevel: "warn",
    build: { outDir: pageFolder, emptyOutDir: true, rolldownOptions: { input: { index: join(root, "index.html") } } },
  });

function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export async function openBrowser(adapter) {
  await buildPage();
  const server = await serve();
  let browser;
  const close = async () => {
    await browser?.close();
    server.close();
  };
  try {
    browser = await chromium.launch({
      executablePath: process.env.POSENC_CHROMIUM,
      args: [...quiet, ...ADAPTERS[adapter]],
    });
    const page = await browser.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") console.error(`page: ${message.text()}`);
    });
    page.on("pageerror", (error) => console.error(`page: ${error.message}`));
    await page.goto(server.url);
    await page.waitForFunction(() => "posencBench" in window);
    const call = (name, argument) =>
      within(
        ANSWER_SECONDS,
        argument ? `${name} ${JSON.stringify(argument)}` : name,
        page.evaluate(([name, argument]) => window.posencBench[name](argument), [name, argument]),
      );
    return { call, version: `Chromium ${browser.version()}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
