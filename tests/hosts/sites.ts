/** The hosts: how each makes its site, once for the same templates, snippets and tools. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fillFile, type Places } from "./fill.ts";

const templates = fileURLToPath(new URL(".", import.meta.url));
const home = fileURLToPath(new URL("../../build/hosts/", import.meta.url));
const sites = join(home, "sites");

/** What a host has to work with; its programs run in the folder with the filled templates. */
interface Work {
  source: string;
  /** Where what it installed lies. */
  tools: string;
  /** Where the site belongs. */
  site: string;
  run(program: string, ...args: string[]): Promise<void>;
}

const MAKE: Readonly<Record<string, (work: Work) => Promise<void>>> = {
  plain: ({ source, site }) => copyFile(join(source, "index.html"), join(site, "index.html")),
  mkdocs: ({ tools, site, run }) => run(join(tools, "venv/bin/mkdocs"), "build", "--strict", "--site-dir", site),
  sphinx: ({ tools, site, run }) => run(join(tools, "venv/bin/sphinx-build"), "-W", "-b", "html", ".", site),
  docusaurus: ({ tools, site, run }) =>
    run(process.execPath, join(tools, "node_modules/@docusaurus/core/bin/docusaurus.mjs"), "build", "--out-dir", site),
  async jupyter({ tools, site, run }) {
    await run(
      join(tools, "venv/bin/jupyter-nbconvert"),
      "notebook.ipynb",
      "--execute",
      "--to=html",
      `--output-dir=${site}`,
      "--output=index",
      // What an exported notebook takes from others' servers lies beside it here.
      "--HTMLExporter.require_js_url=require.js",
      "--HTMLExporter.widget_renderer_url=embed-amd.js",
      "--HTMLExporter.mathjax_url=",
      "--HTMLExporter.mermaid_js_url=",
    );
    for (const [from, to] of [
      ["node_modules/requirejs/require.js", "require.js"],
      ["node_modules/@jupyter-widgets/html-manager/dist/embed-amd.js", "embed-amd.js"],
      ["venv/share/jupyter/nbextensions/anywidget/index.js", "anywidget.js"],
    ] as const)
      await copyFile(join(tools, from), join(site, to));
  },
  pandoc: ({ tools, site, run }) =>
    run(
      join(tools, "venv/bin/python"),
      ...[
        "-c",
        "import pypandoc, sys; pypandoc.convert_file('index.md', 'html', outputfile=sys.argv[1], extra_args=['-s'])",
      ],
      join(site, "index.html"),
    ),
};

export const HOSTS = Object.keys(MAKE);

const execute = promisify(execFile);

export async function makeSite(host: string, places: Places): Promise<void> {
  const make = MAKE[host];
  if (!make) throw new Error(`host: expected ${HOSTS.join(", ")}, got ${host}`);
  const tools = join(home, host);
  const site = join(sites, host);
  const files = await filledFiles(join(templates, host), places);
  const key = keyOf(files);
  const stamp = join(tools, "made-from");
  if (existsSync(site) && existsSync(stamp) && (await readFile(stamp, "utf8")) === key) return;

  const source = join(tools, "source");
  for (const folder of [site, source]) await rm(folder, { recursive: true, force: true });
  await mkdir(site, { recursive: true });
  // Browsers ask for it where a page names none.
  await writeFile(join(sites, "favicon.ico"), "");
  for (const [name, text] of files) {
    await mkdir(dirname(join(source, name)), { recursive: true });
    await writeFile(join(source, name), text);
  }
  // Programs of the tools find each other; nothing is reported to anybody.
  const env = { ...process.env, PATH: `${join(tools, "venv/bin")}:${process.env.PATH}`, DO_NOT_TRACK: "1" };
  const run = async (program: string, ...args: string[]) => {
    await execute(program, args, { cwd: source, env, maxBuffer: 64 * 1024 * 1024 });
  };
  await make({ source, tools, site, run });
  await writeFile(stamp, key);
}

/** By name, in the same order each time. */
async function filledFiles(folder: string, places: Places): Promise<[string, string][]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      return [name, fillFile(name, await readFile(join(folder, name), "utf8"), places)];
    }),
  );
}

/** Of what a site is made from: the lock files are among the files. */
const keyOf = (files: [string, string][]): string => createHash("sha256").update(JSON.stringify(files)).digest("hex");
