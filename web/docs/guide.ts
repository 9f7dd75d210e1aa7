/** The first document: installing, embedding, files, the command, and what changed. */
import { readFileSync } from "node:fs";
import type { DocsKey } from "../src/docs/words.ts";
import { code, file, say, shell } from "./markup.ts";
import { formats, limits, messagesIn, messagesOut, names } from "./tables.ts";

/** What the command says: of itself as "", and of each of its commands. */
export type Help = Readonly<Record<string, string>>;

/** `folder` has the files that readers copy; tests/package/docs.test.mjs runs every one of them. */
export function guide(help: Help, folder: URL): string {
  const snippet = (name: string) => file(name, readFileSync(new URL(name, folder), "utf8"));
  return [
    say("h1", "docs.title"),
    say("p", "docs.lead"),
    contents(),
    section("start", ["docs.start.package"], snippet("install.sh")),
    part("node", snippet("node.mjs")),
    part("page", snippet("page.html")),
    part("worker", snippet("worker.js") + snippet("worker-page.html")),
    part("bundlers", snippet("entry.js")),
    ...["vite.config.js", "webpack.config.js", "esbuild.mjs"].map(snippet),
    section("embedding", ["docs.embedding.copy", "docs.embedding.own"]),
    part("element", snippet("element.html") + say("p", "docs.element.events")),
    part("frame", snippet("frame.html")),
    part("theme", snippet("theme.js")),
    part("names", names()),
    part("messages", messagesIn() + say("p", "docs.messages.out") + messagesOut()),
    section("files", ["docs.files.local"], formats()),
    part("limits", limits()),
    section("command", ["docs.command.exit"], snippet("commands.sh") + commands(help)),
    section("changes", ["docs.changes.versions"], changes()),
  ].join("\n");
}

const SECTIONS = ["start", "embedding", "files", "command", "changes"] as const;

const contents = (): string =>
  `<ul class="contents">${SECTIONS.map((name) => `<li>${say("a", `docs.${name}` as DocsKey, `href="#${name}"`)}</li>`).join("")}</ul>`;

const section = (name: (typeof SECTIONS)[number], prose: readonly DocsKey[], rest = ""): string =>
  say("h2", `docs.${name}` as DocsKey, `id="${name}"`) + prose.map((key) => say("p", key)).join("") + rest;

const PARTS = [
  "node",
  "page",
  "worker",
  "bundlers",
  "element",
  "frame",
  "theme",
  "names",
  "messages",
  "limits",
] as const;

const part = (name: (typeof PARTS)[number], rest: string): string =>
  say("h3", `docs.${name}` as DocsKey, `id="${name}"`) + say("p", `docs.${name}.text` as DocsKey) + rest;

const commands = (help: Help): string =>
  Object.entries(help)
    .map(([name, text]) =>
      name === ""
        ? `<pre data-help="">${shell(text)}</pre>`
        : `<details><summary>${code(`posenc ${name} --help`)}</summary><pre data-help="${name}">${shell(text)}</pre></details>`,
    )
    .join("\n");

/** The newest first. A new version is a new line here; its items' words are docs.change.<item>. */
const VERSIONS = [
  { version: "0.1.0", date: "2026-11-30", items: ["methods", "labs", "files", "embedding", "command", "languages"] },
] as const;

const changes = (): string =>
  VERSIONS.map(
    ({ version, date, items }) =>
      `<h3 id="v${version}">${version} <time datetime="${date}">${date}</time></h3><ul>${items
        .map((item) => say("li", `docs.change.${item}` as DocsKey))
        .join("")}</ul>`,
  ).join("\n");
