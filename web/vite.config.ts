/** The site: static files that run from any folder of any host, under script-src 'self' 'wasm-unsafe-eval'. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { aliases } from "./aliases.ts";
import { offline } from "./offline-plugin.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path("."),
  base: "./",
  resolve: { alias: aliases("browser") },
  plugins: [offline()],
  worker: { format: "es" },
  build: {
    outDir: path("../build/site"),
    emptyOutDir: true,
    target: "es2022",
    // A data: URL or an inline script would break the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One entry per page.
      input: { index: path("index.html") },
    },
  },
  server: {
    // The built core lies beside the web folder.
    fs: { allow: [path("..")] },
  },
});
