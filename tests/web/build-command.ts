/** Builds build/node before the tests, so that the spawned command is never older than its sources. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

export async function setup(): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL("../../web/vite.node.config.ts", import.meta.url)),
    logLevel: "warn",
  });
}
