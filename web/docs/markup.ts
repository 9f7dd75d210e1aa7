/** HTML of the documents as text: what is code is escaped, what is prose carries its key, by which the page translates it. */
import { inline } from "../src/docs/inline.ts";
import { type DocsKey, t } from "../src/docs/words.ts";

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string);

/** An element with words that are translated. */
export const say = (tag: string, key: DocsKey, attributes = ""): string =>
  `<${tag}${attributes && ` ${attributes}`} data-t="${key}">${inline(t(key))}</${tag}>`;

export const code = (text: string): string => `<code>${escaped(text)}</code>`;

/** Several names in a cell. */
export const codes = (texts: readonly (string | number)[]): string => texts.map((text) => code(`${text}`)).join(" ");

/** Shell words: a line does not end within the dashes of an option. */
export const shell = (text: string): string =>
  escaped(text).replace(/(?<![\w-])--[\w-]+/g, '<span class="whole">$&</span>');

export const block = (text: string): string => `<pre><code>${shell(text.trimEnd())}</code></pre>`;

/** A file that readers copy, under its name. */
export const file = (name: string, text: string): string =>
  `<figure><figcaption>${code(name)}</figcaption>${block(text)}</figure>`;

export interface Table {
  heads: readonly DocsKey[];
  /** Cells are HTML; the first of each row is its head. */
  rows: readonly (readonly string[])[];
  /** Of the tests. */
  name: string;
}

export function table({ heads, rows, name }: Table): string {
  const head = heads.map((key) => say("th", key, 'scope="col"')).join("");
  const body = rows.map(([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map(cell).join("")}</tr>`);
  return `<table data-table="${name}"><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

const cell = (html: string): string => `<td>${html}</td>`;
