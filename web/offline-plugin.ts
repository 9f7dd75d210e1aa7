/** Builds the service worker beside the page, with the names of all files that the page may ask for. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const NAME = "service-worker.js";

export function offline(): Plugin {
  return {
    name: "posenc-offline",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: path("src/offline/service-worker.ts"), fileName: NAME });
    },
    generateBundle: {
      // After the page itself is among the files.
      order: "post",
      handler(_, bundle) {
        const worker = bundle[NAME];
        if (worker?.type !== "chunk") throw new Error(`the build made no ${NAME}`);
        // What others embed has no hash in its name, and is not of the page.
        const made = Object.keys(bundle).filter((name) => /^(assets|docs|learn)\//.test(name));
        const files = [...made, ...readdirSync(path("public"))].sort();
        // The page names the entries with their hashes, so the names tell one version from another; documents have words
        // of their own.
        const documents = made.flatMap((name) => {
          const file = bundle[name];
          return /^(docs|learn)\//.test(name) && file?.type === "asset" ? [file.source] : [];
        });
        const hash = createHash("sha256").update(files.join("\n"));
        for (const document of documents) hash.update(document);
        const version = hash.digest("hex").slice(0, 12);
        const fill = (place: string, text: string) => {
          if (!worker.code.includes(place)) throw new Error(`${NAME} has no place for ${place}`);
          worker.code = worker.code.replace(place, text);
        };
        fill("%FILES%", JSON.stringify(files).replaceAll('"', '\\"'));
        fill("%VERSION%", version);
      },
    },
  };
}
