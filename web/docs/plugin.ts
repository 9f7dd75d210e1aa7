/** Writes the documents into docs/index.html and docs/api.html when they are built or served. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vite";
import { guide, type Help } from "./guide.ts";
import { reference } from "./reference.ts";

const PLACE = "<!-- document -->";

/** By the command as it is built (npm run build:node). */
export async function commandHelp(launcher: URL): Promise<Help> {
  const ask = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [fileURLToPath(launcher), ...args])).stdout;
  const usage = await ask("--help");
  const commands = [...usage.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name as string);
  const texts = await Promise.all(commands.map(async (name) => [name, await ask(name, "--help")] as const));
  return { "": usage, ...Object.fromEntries(texts) };
}

/** `web` is the folder with the sources. */
export function docs(web: URL): Plugin {
  const documents: Readonly<Record<string, () => string | Promise<string>>> = {
    "/docs/index.html": async () =>
      guide(await commandHelp(new URL("src/cli/posenc.mjs", web)), new URL("docs/snippets/", web)),
    "/docs/api.html": () => reference(new URL("src/", web)),
  };
  return {
    name: "posenc-docs",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { path }) {
        const make = documents[path];
        if (!make) return html;
        if (!html.includes(PLACE)) throw new Error(`${path} has no place for its document`);
        const document = await make();
        return html.replace(PLACE, () => document);
      },
    },
  };
}
