/** The guide says what the code goes by: its tables, the command's own words, the files that readers copy. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { version } from "../../../package.json";
import { guide } from "../../../web/docs/guide.ts";
import { commandHelp } from "../../../web/docs/plugin.ts";
import { MESSAGES } from "../../../web/src/embed/messages.ts";
import { ATTRIBUTES, KEYS, LAB_NAMES } from "../../../web/src/embed/vocabulary.ts";
import { ENDINGS } from "../../../web/src/io/file-endings.ts";
import { runPosenc } from "../cli/run-posenc.ts";

const web = new URL("../../../web/", import.meta.url);
const snippets = new URL("docs/snippets/", web);
let html: string;
beforeAll(async () => {
  html = guide(await commandHelp(new URL("src/cli/posenc.mjs", web)), snippets);
});

const plain = (text: string): string =>
  text
    .replace(/<br>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** The cells of a table, row by row, as they are read. */
function rows(name: string): string[][] {
  const body = html.split(`data-table="${name}"`)[1]?.split("<tbody>")[1]?.split("</tbody>")[0] ?? "";
  return body
    .split("<tr>")
    .slice(1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell]) => plain(cell ?? "")));
}
const column = (name: string, at: number): string[] => rows(name).map((cells) => cells[at] ?? "");

describe("the tables", () => {
  it("have the element's attributes and the address's keys", () => {
    expect(column("names", 0).filter((name) => name !== "–")).toEqual([...ATTRIBUTES]);
    expect(
      column("names", 1)
        .filter((name) => name !== "–")
        .sort(),
    ).toEqual([...KEYS].sort());
    expect(rows("names").find(([name]) => name === "lab")?.[2]).toBe(LAB_NAMES.join(" "));
    for (const meaning of column("names", 3)) expect(meaning).toMatch(/\w.*\.$/);
  });

  const said = (expected: string): string =>
    expected
      .replace(/^a text of at most (\d+) characters$/, "text, characters ≤ $1")
      .replace(/^an (ArrayBuffer or Uint8Array) of at most (\d+) bytes$/, "$1, bytes ≤ $2");

  it("have every message that is understood, with its fields", () => {
    const expected = Object.entries(MESSAGES).map(([type, fields]) => [
      type,
      Object.entries(fields)
        .map(([name, { expected }]) => `${name}: ${said(expected)}`)
        .join("\n") || "–",
    ]);
    expect(rows("messages-in").map(([type, fields]) => [type, fields])).toEqual(expected);
  });

  it("have every message that is sent, and every error code", () => {
    const source = readFileSync(new URL("src/embed/messages.ts", web), "utf8");
    const [, sent = ""] = /type MessageOut =([\s\S]*?);\n\n/.exec(source) ?? [];
    const types = [...sent.matchAll(/type: "(posenc:\w+)"/g)].map(([, type]) => type);
    expect(column("messages-out", 0)).toEqual(types);
    const [, codes = ""] = /type ErrorCode =([^;]*);/.exec(source) ?? [];
    const error = rows("messages-out").find(([type]) => type === "posenc:error")?.[1];
    expect(error).toContain([...codes.matchAll(/"(\w+)"/g)].map(([, code]) => code).join(", "));
  });

  it("have every kind of file of numbers", () => {
    expect(column("formats", 0).flatMap((cell) => cell.split(" "))).toEqual(expect.arrayContaining([...ENDINGS]));
  });

  it("have limits with numbers", () => {
    for (const value of column("limits", 1)) expect(value).toMatch(/\d/);
    expect(column("limits", 1)).toContain("256 MiB");
  });
});

describe("the rest", () => {
  // A dozen processes.
  it("has what the command says of itself and of each of its commands", { timeout: 60_000 }, async () => {
    const shown = [...html.matchAll(/<pre data-help="(\w*)">([\s\S]*?)<\/pre>/g)].map(([, name, text]) => [
      name,
      plain(text ?? ""),
    ]);
    const usage = (await runPosenc(["--help"])).stdout;
    expect(shown[0]).toEqual(["", usage]);
    expect(shown).toHaveLength(13);
    for (const [name = "", text] of shown.slice(1)) {
      expect(usage).toContain(`  ${name} `);
      expect(text).toBe((await runPosenc([name, "--help"])).stdout);
    }
  });

  it("shows every file that readers copy, as it is tested", () => {
    const shown = Object.fromEntries(
      [...html.matchAll(/<figcaption><code>([^<]+)<\/code><\/figcaption><pre><code>([\s\S]*?)<\/code>/g)].map(
        ([, name, text]) => [name, `${plain(text ?? "")}\n`],
      ),
    );
    expect(Object.keys(shown).sort()).toEqual(readdirSync(snippets).sort());
    for (const [name, text] of Object.entries(shown)) expect(text).toBe(readFileSync(new URL(name, snippets), "utf8"));
  });

  it("begins its change log with this version", () => {
    expect(/<h2 id="changes"[\s\S]*?<h3 id="v([\d.]+)"/.exec(html)?.[1]).toBe(version);
  });
});
