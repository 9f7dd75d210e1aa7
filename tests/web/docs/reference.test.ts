/** The reference has every name that the checker finds exported, with a declaration, and no link leads nowhere. */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ENTRIES, reference } from "../../../web/docs/reference.ts";

const source = new URL("../../../web/src/", import.meta.url);
const html = reference(source);

/** By the checker, without the libraries' types, which names do not need. */
function exportedNames(): Record<string, string[]> {
  const paths = Object.entries(ENTRIES).map(([entry, path]) => [entry, fileURLToPath(new URL(path, source))] as const);
  const program = ts.createProgram(
    paths.map(([, path]) => path),
    {
      noLib: true,
      types: [],
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
  );
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    paths.map(([entry, path]) => {
      const symbol = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.SourceFile);
      return [entry, checker.getExportsOfModule(symbol as ts.Symbol).map(({ name }) => name)];
    }),
  );
}

describe("the reference", () => {
  it("has the exported names of every entry, and no others", { timeout: 60_000 }, () => {
    const shown: Record<string, string[]> = Object.fromEntries(Object.keys(ENTRIES).map((entry) => [entry, []]));
    for (const [, entry, name] of html.matchAll(/data-export="(\S+) (\w+)"/g))
      shown[entry as string]?.push(name as string);
    const expected = exportedNames();
    expect(expected.posenc).toContain("EquivarianceResult");
    for (const entry of Object.keys(ENTRIES)) expect(shown[entry]?.sort()).toEqual(expected[entry]?.sort());
  });

  it("describes the package's entries", async () => {
    const { readFileSync } = await import("node:fs");
    const script = readFileSync(new URL("../../../build-scripts/assemble-package.mjs", import.meta.url), "utf8");
    const typed = [...script.matchAll(/"(\.[\w/]*)": \{ types: typesOf\("([\w/]+)"\)/g)];
    expect(Object.fromEntries(typed.map(([, name, path]) => [`posenc${name?.slice(1)}`, `${path}.ts`]))).toEqual(
      ENTRIES,
    );
  });

  it("shows declarations as a caller sees them", () => {
    expect(html).toMatch(
      /function createPosenc\(options: <a[^>]*>PosencOptions<\/a> = \{\}\): Promise&lt;<a[^>]*>Posenc<\/a>&gt;;/,
    );
    expect(html).toContain("class PosencLab extends HTMLElement");
    expect(html).not.toMatch(/\bprivate\b|Callback\(/);
    expect(html).toContain("function render(");
  });

  it("leads nowhere that is not there", () => {
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  });
});
