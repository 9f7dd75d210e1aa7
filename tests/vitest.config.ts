/** Tests under Node: units of web/, the spawned command, and the parity of the core with its reference. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { aliases } from "../web/aliases.ts";
import { colourSchemes } from "../web/colour-schemes-plugin.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path(".."),
  plugins: [colourSchemes()],
  resolve: { alias: aliases("node") },
  test: {
    include: ["tests/web/**/*.test.ts", "tests/parity/*.test.ts", "tests/golden/*.test.ts"],
    globalSetup: path("web/build-command.ts"),
    setupFiles: [path("support/fast-check.ts")],
    reporters: ["default", ["json", { outputFile: path("../build/reports/web.json") }]],
    // The default leaves a core free for a watcher: of two, one would rest.
    maxWorkers: "100%",
    testTimeout: 20_000,
  },
});
