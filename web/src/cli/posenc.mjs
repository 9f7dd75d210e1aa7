#!/usr/bin/env node
// The `posenc` command as installed: hands over to the built one.
import { existsSync } from "node:fs";

const built = new URL("../../../build/node/cli.mjs", import.meta.url);

if (existsSync(built)) {
  const { main } = await import(built.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  console.error("posenc: not built yet; run build-scripts/play --build-only first");
  process.exitCode = 3;
}
