/**
 * The package for browsers: fixed names, the modules' .wasm and the workers as files of their own beside the scripts, nothing
 * to be installed with it, and the documents. An app's build, because a library's would put the core into the script as text.
 */
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { aliases } from "./aliases.ts";
import { colourSchemes } from "./colour-schemes-plugin.ts";
import { docs } from "./docs/plugin.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const names = { chunkFileNames: "assets/[name]-[hash].js", assetFileNames: "assets/[name][extname]" };

const WORKERS = ["training-worker.js", "worker.js"];

/** Other bundlers recognise a worker by this form alone, and take it into their own build. */
function plainWorkerAddress(): Plugin {
  return {
    name: "posenc-plain-worker-address",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const made =
          /new Worker\(new URL\(new URL\(`((?:assets\/)?([\w-]+\.js))`,import\.meta\.url\)\.href,``\+import\.meta\.url\)/g;
        const started: string[] = [];
        for (const chunk of Object.values(bundle).filter((file) => file.type === "chunk"))
          chunk.code = chunk.code.replace(made, (_, place, name) => {
            started.push(name);
            return `new Worker(new URL("./${place}",import.meta.url)`;
          });
        if (started.sort().join() !== WORKERS.join())
          throw new Error(`expected starts of ${WORKERS.join(" and ")}, once each, got ${started.join(" and ")}`);
      },
    },
  };
}

/** There are no home page and no learning path beside the documents; and a browser that opens them as files takes styles from no other origin. */
function docsAsFiles(): Plugin {
  const home = 'class="brand" href="../"';
  return {
    name: "posenc-docs-as-files",
    transformIndexHtml: {
      order: "post",
      handler(html, { path }) {
        if (!path.startsWith("/docs/")) return html;
        if (!html.includes(home)) throw new Error(`${path} has no link to the page above it`);
        return html
          .replace(/^.*href="\.\.\/learn\/".*\n/m, "")
          .replace(home, 'class="brand" href="./index.html"')
          .replaceAll('href="./"', 'href="./index.html"')
          .replaceAll(" crossorigin", "");
      },
    },
  };
}

const PAGES = ["embed", "docs", "api"];

export default defineConfig({
  root: path("."),
  base: "./",
  resolve: { alias: aliases("browser") },
  plugins: [colourSchemes(), docs(new URL("./", import.meta.url)), docsAsFiles(), plainWorkerAddress()],
  worker: { format: "es", rolldownOptions: { output: { ...names, entryFileNames: "assets/[name].js" } } },
  build: {
    outDir: path("../build/package/dist"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: {
        posenc: path("src/engine/index.ts"),
        training: path("src/training/index.ts"),
        element: path("src/embed/element.ts"),
        anywidget: path("src/embed/anywidget.ts"),
        embed: path("embed/index.html"),
        docs: path("docs/index.html"),
        api: path("docs/api.html"),
      },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: ({ name }) => (PAGES.includes(name) ? "assets/[name]-page.js" : "[name].js"),
        ...names,
      },
    },
  },
});
