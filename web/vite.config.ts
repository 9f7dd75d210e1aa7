/** The site: static files that run from any folder of any host, under script-src 'self' 'wasm-unsafe-eval'. */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { aliases } from "./aliases.ts";
import { colourSchemes } from "./colour-schemes-plugin.ts";
import { docs } from "./docs/plugin.ts";
import { minifyStyles } from "./minify-styles-plugin.ts";
import { offline } from "./offline-plugin.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** One entry per page, and the element, whose name others write down; unless a test builds a page of its own. */
const entries = (): Plugin => ({
  name: "posenc-entries",
  config: ({ build }) => ({
    build: {
      rolldownOptions: {
        input: build?.rolldownOptions?.input ?? {
          index: path("index.html"),
          embed: path("embed/index.html"),
          docs: path("docs/index.html"),
          api: path("docs/api.html"),
          learn: path("learn/index.html"),
          element: path("src/embed/element.ts"),
        },
      },
    },
  }),
});

export default defineConfig({
  root: path("."),
  base: "./",
  resolve: { alias: aliases("browser") },
  plugins: [colourSchemes(), minifyStyles(), docs(new URL("./", import.meta.url)), entries(), offline()],
  worker: { format: "es" },
  build: {
    outDir: path("../build/site"),
    emptyOutDir: true,
    target: "es2022",
    // A data: URL or an inline script would break the content security policy.
    assetsInlineLimit: 0,
    // Scripts that fetch ahead would write <link>s into the pages that a lab is embedded in.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : []),
    },
    rolldownOptions: {
      preserveEntrySignatures: "allow-extension",
      output: {
        entryFileNames: ({ name }) => (name === "element" ? "element.js" : "assets/[name]-[hash].js"),
        // What every page needs, in two pieces: small ones of their own cost each lab a hundred bytes apiece.
        codeSplitting: {
          groups: [
            { name: "lit", test: /node_modules\/(@lit|lit)/ },
            {
              name: "base",
              test: /src\/(engine\/errors|i18n\/(catalogue|language|numbers)|state\/page-settings|ui\/theme)/,
            },
          ],
        },
      },
    },
  },
  server: {
    // The built core lies beside the web folder.
    fs: { allow: [path("..")] },
  },
});
