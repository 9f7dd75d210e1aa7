/**
 * Sites of others that embed two labs each, in headless Chromium: theirs from one origin, the labs from another.
 * POSENC_HOSTS names the hosts that are installed; build-scripts/hosts sets it.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const port = Number(process.env.POSENC_HOSTS_PORT ?? 41753);

const serve = (root: string, at: number) => ({
  command: `node build-scripts/serve.mjs --root ${root} --port ${at}`,
  cwd: path("../.."),
  port: at,
  reuseExistingServer: false,
  timeout: 20_000,
});

export default defineConfig<{ labs: string }>({
  testDir: path("."),
  testMatch: "*.spec.ts",
  outputDir: path("../../build/hosts/results"),
  workers: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: path("../../build/reports/hosts.json") }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    labs: `http://127.0.0.1:${port + 1}/`,
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    colorScheme: "light",
    launchOptions: {
      executablePath: process.env.POSENC_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  webServer: [serve("build/hosts/sites", port), serve("build/package/dist", port + 1)],
});
