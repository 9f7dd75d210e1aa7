// Packages that build-scripts/bench installed into build/bench, apart from the project's own.
import { createRequire } from "node:module";
import { join } from "node:path";

export const peersFolder = join(import.meta.dirname, "../../../build/bench");
export const installed = createRequire(join(peersFolder, "package.json"));
