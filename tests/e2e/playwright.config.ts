/**
 * The built site in headless Chromium, from a sub-path, once without WebGPU and once with a software adapter.
 * POSENC_CHROMIUM is the browser's program; no browser is ever downloaded.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const port = Number(process.env.POSENC_E2E_PORT ?? 41733);
const site = `http://127.0.0.1:${port}/x/y/`;

const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
const launch = (...more: string[]) => ({
  executablePath: process.env.POSENC_CHROMIUM ?? "/usr/bin/chromium",
  args: [...quiet, ...more],
});

const software = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

export default defineConfig({
  testDir: path(".."),
  outputDir: path("../../build/e2e"),
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: path("../../build/reports/e2e.json") }]],
  use: {
    ...{ baseURL: site, viewport: { width: 1280, height: 900 }, locale: "en-GB", colorScheme: "light" },
    // It fetches the whole site on every first visit, and here every visit is one. Specs that need it allow it.
    serviceWorkers: "block",
  },
  projects: [
    {
      name: "no-webgpu",
      testMatch: "e2e/*.spec.ts",
      grepInvert: /@adapter|@alone/,
      use: { launchOptions: launch("--disable-gpu") },
    },
    {
      name: "webgpu",
      testMatch: ["e2e/engine.spec.ts", "parity/*.spec.ts"],
      grepInvert: /@no-adapter|@alone/,
      use: { launchOptions: launch(...software) },
    },
    // What measures time runs when nothing else does.
    {
      name: "alone",
      workers: 1,
      testMatch: "e2e/*.spec.ts",
      grep: /@alone/,
      dependencies: ["no-webgpu", "webgpu"],
      use: { launchOptions: launch() },
    },
    {
      name: "alone with webgpu",
      workers: 1,
      testMatch: "parity/*.spec.ts",
      grep: /@alone/,
      dependencies: ["alone"],
      use: { launchOptions: launch(...software) },
    },
  ],
  webServer: {
    command: `node build-scripts/serve.mjs --base /x/y/ --port ${port}`,
    cwd: path("../.."),
    url: site,
    reuseExistingServer: false,
    timeout: 20_000,
  },
});
