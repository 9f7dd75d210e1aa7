/**
 * The reference: every exported name of the package's entries with its comment and its declaration, read from the sources
 * by TypeScript's parser. Nothing is type-checked here, so it takes milliseconds; tests/web/docs asks the checker whether
 * a name is missing.
 */
import { readFileSync } from "node:fs";
import ts from "typescript";
import { inline } from "../src/docs/inline.ts";
import { code, escaped, say } from "./markup.ts";

/** As in the exports of the package, and where each begins. */
export const ENTRIES = {
  posenc: "engine/index.ts",
  "posenc/element": "embed/element.ts",
  "posenc/anywidget": "embed/anywidget.ts",
} as const;

interface Declared {
  name: string;
  node: ts.Node;
}

const parse = (url: URL): ts.SourceFile =>
  ts.createSourceFile(url.pathname, readFileSync(url, "utf8"), ts.ScriptTarget.ES2022, true);

/** Everything that a file exports, its own and what it passes on. */
export function exportsOf(url: URL): Declared[] {
  return parse(url).statements.flatMap((statement): Declared[] => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier &&
      ts.isStringLiteral(statement.moduleSpecifier)
    ) {
      const passed = exportsOf(new URL(statement.moduleSpecifier.text, url));
      const clause = statement.exportClause;
      if (!clause || !ts.isNamedExports(clause)) return passed.filter(({ name }) => name !== "default");
      return clause.elements.flatMap(({ name, propertyName }) =>
        passed.filter((one) => one.name === (propertyName ?? name).text).map(({ node }) => ({ name: name.text, node })),
      );
    }
    if (ts.isExportAssignment(statement)) return [{ name: "default", node: statement }];
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map((node) => ({ name: node.name.getText(), node }));
    const { name } = statement as ts.DeclarationStatement;
    return name ? [{ name: name.text, node: statement }] : [];
  });
}

const isExport = ({ kind }: ts.Node): boolean => kind === ts.SyntaxKind.ExportKeyword;
const isHidden = ({ kind }: ts.Node): boolean =>
  kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword;

const upToBody = (node: ts.Node, body: ts.Node | undefined): string => {
  const text = node.getSourceFile().text.slice(node.getStart(), body ? body.getStart() : node.getEnd());
  return `${text
    .trim()
    .replace(/^export |\basync |\boverride /g, "")
    .replace(/;$/, "")};`;
};

/** As a reader calls it: without bodies and without what is private. */
function declaration(node: ts.Node): string {
  if (ts.isFunctionDeclaration(node)) return upToBody(node, node.body);
  if (ts.isVariableDeclaration(node)) return `const ${node.getText()};`;
  if (ts.isClassDeclaration(node)) return classText(node);
  if (ts.isExportAssignment(node)) return `export default ${node.expression.getText()};\n${named(node)}`;
  return node.getText().replace(/^export /, "");
}

/** The functions of the file that its default export holds. */
const named = (node: ts.ExportAssignment): string =>
  node
    .getSourceFile()
    .statements.filter(ts.isFunctionDeclaration)
    .filter(({ name }) => name && node.expression.getText().includes(name.text))
    .map(declaration)
    .join("\n");

function classText(node: ts.ClassDeclaration): string {
  const shown = node.members.filter(
    (member) =>
      !(ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(isHidden)) &&
      !(ts.isConstructorDeclaration(member) && member.parameters.length === 0) &&
      !/Callback$/.test(member.name?.getText() ?? ""),
  );
  const members = shown.map((member) => {
    const said = comment(member);
    const body = "body" in member ? (member.body as ts.Node | undefined) : undefined;
    return `  ${said && `/** ${said} */\n  `}${upToBody(member, body)}`;
  });
  const heritage = node.heritageClauses?.map((clause) => ` ${clause.getText()}`).join("") ?? "";
  return `class ${node.name?.text}${heritage} {\n${members.join("\n")}\n}`;
}

/** The text of the comment right before a declaration. */
function comment(node: ts.Node): string {
  const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const text = owner.getSourceFile().text;
  const last = ts.getLeadingCommentRanges(text, owner.getFullStart())?.at(-1);
  if (!last || text.slice(last.pos, last.pos + 3) !== "/**") return "";
  return text
    .slice(last.pos + 3, last.end - 2)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .replace(/(?<=\S)\n(?=\S)/g, " ")
    .trim();
}

/** In this order: what is called, then what it is called with. */
const KINDS = new Map([
  [ts.SyntaxKind.ExportAssignment, "default export"],
  [ts.SyntaxKind.FunctionDeclaration, "function"],
  [ts.SyntaxKind.ClassDeclaration, "class"],
  [ts.SyntaxKind.VariableDeclaration, "constant"],
  [ts.SyntaxKind.InterfaceDeclaration, "interface"],
  [ts.SyntaxKind.TypeAliasDeclaration, "type"],
]);
const rank = ({ node }: Declared): number => Math.min([...KINDS.keys()].indexOf(node.kind), 4);

/** Names in code lead to what they name; words in comments and strings are left alone. */
function linked(text: string, own: string, known: ReadonlySet<string>): string {
  return text
    .split(/(\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*")/)
    .map((piece, at) => {
      if (at % 2 === 1) return piece.startsWith('"') ? escaped(piece) : `<i>${escaped(piece)}</i>`;
      return escaped(piece).replace(/\b[A-Z]\w+\b/g, (name) =>
        name !== own && known.has(name) ? `<a href="#${name}">${name}</a>` : name,
      );
    })
    .join("");
}

export function reference(source: URL): string {
  const entries = Object.entries(ENTRIES).map(([entry, path]) => ({
    entry,
    found: exportsOf(new URL(path, source)).sort((a, b) => rank(a) - rank(b)),
  }));
  const known = new Set(entries.flatMap(({ found }) => found.map(({ name }) => name)));
  const sections = entries.map(({ entry, found }) => {
    const list = found.map(({ name }) => `<li><a href="#${name}">${code(name)}</a></li>`).join("");
    const parts = found.map(({ name, node }) => {
      const kind = KINDS.get(node.kind);
      if (!kind)
        throw new Error(`${entry}: ${name} is a ${ts.SyntaxKind[node.kind]}, for which the reference has no word`);
      const said = comment(node);
      return [
        `<h3 id="${name}" data-export="${entry} ${name}">${code(name)} <small>${kind}</small></h3>`,
        said && `<p>${inline(said)}</p>`,
        `<pre><code>${linked(declaration(node), name, known)}</code></pre>`,
      ].join("");
    });
    return `<h2 id="${entry}">${code(`import … from "${entry}"`)}</h2><ul class="index">${list}</ul>${parts.join("\n")}`;
  });
  return [
    say("h1", "docs.reference.title"),
    say("p", "docs.reference.lead"),
    `<div lang="en">${sections.join("\n")}</div>`,
  ].join("\n");
}
