/**
 * The templates of the sites: {{iframe rotation i=5}} stands for what the page copies for that lab, {{anywidget}} and
 * {{follow-scheme}} for blocks of the README. No site has a snippet of its own.
 */
import { blocks, SNIPPETS, type Snippet, snippet } from "../../web/src/embed/snippets.ts";
import { EXAMPLE, readmeBlock } from "../support/readme.ts";

export interface Places {
  /** Folder with element.js and embed/. */
  base: string;
  /** Of the site. */
  site: string;
}

const FIELD = /\{\{([\w-]+)(?: (\w+)(?: ([^{}\n]*))?)?\}\}/g;

/** A text of a notebook stands in JSON. */
export function fillFile(name: string, text: string, places: Places): string {
  if (!name.endsWith(".ipynb")) return fill(text, places);
  const filled = JSON.parse(text, (_, value) => (typeof value === "string" ? fill(value, places) : value));
  return JSON.stringify(filled, null, 1);
}

const fill = (text: string, places: Places): string =>
  text.replace(FIELD, (field, name: string, lab = "", state = "") => {
    const filled = textOf(name, { lab, state }, places);
    if (filled === undefined) throw new Error(`a template has ${field}, which stands for nothing`);
    return filled;
  });

function textOf(name: string, { lab, state }: { lab: string; state: string }, places: Places): string | undefined {
  const { base, site } = places;
  const of = (kind: Snippet) => snippet(kind, { base, lab, state, title: `The lab ${lab}` });
  if (lab !== "") return SNIPPETS.includes(name as Snippet) ? of(name as Snippet) : undefined;
  switch (name) {
    case "site":
      return site;
    case "origin":
      return new URL(site).origin;
    case "path":
      return new URL(site).pathname;
    case "mkdocs-settings":
      return blocks("mkdocs", { base, lab, state, title: "" })[0]?.text;
    case "follow-height":
      return between(of("iframe"), "<script>\n", "</script>");
    case "follow-scheme":
      return readmeBlock("js", "posenc:theme").replaceAll(EXAMPLE, base);
    case "anywidget":
      return readmeBlock("python", "anywidget").replaceAll(EXAMPLE, base);
    default:
      return undefined;
  }
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`expected a snippet with ${start.trim()} … ${end}, got ${text}`);
  return text.slice(from + start.length, to);
}
