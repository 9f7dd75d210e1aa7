/** What the documents show, copied into TypeScript, compiles under "strict"; and the types say what they should. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { readmeBlocks } from "../support/readme.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(repository, "build/types-test");

const snippet = (name: string): string => readFileSync(join(repository, "web/docs/snippets", name), "utf8");
const TYPES = `
import { createPosenc, type Problem, type Tensor } from "posenc";
import "posenc/element";

const posenc = await createPosenc();
const problem = { input: { kind: "tokens", tokens: ["a"] } } satisfies Problem;
const { scores, weights } = await posenc.attention(problem);
const asked: Tensor = (await posenc.attention(problem, { outputs: ["output"] })).output;
const permuted: Tensor = (await posenc.equivariance(problem, { outputs: ["output"] })).permuted.output;
const step: Tensor = (await posenc.decode(problem)).output;
const lab = document.createElement("posenc-lab");
lab.addEventListener("posenc-change", ({ detail }) => console.log(detail.state.length));
document.addEventListener("posenc-error", ({ detail }) => console.log(detail.code, detail.message));
export const all: Tensor[] = [scores, weights, asked, permuted, step];

// @ts-expect-error: an encoding is there only where a method adds one
export const encoding: Tensor = (await posenc.attention(problem, { outputs: ["encoding"] })).encoding;
// @ts-expect-error: nobody asked for it
export const key: Tensor = (await posenc.attention(problem, { outputs: ["scores"] })).key;
// @ts-expect-error: there is no such output
await posenc.attention(problem, { outputs: ["foo"] });
// @ts-expect-error: there is no such engine
await createPosenc({ engine: "gpu" });
`;

const files: Record<string, string> = {
  ...Object.fromEntries(
    readmeBlocks()
      .filter(({ language }) => language === "ts")
      .map(({ text }, at) => [`readme-${at}.ts`, `${text}\nexport {};\n`]),
  ),
  "node.ts": snippet("node.mjs"),
  "entry.ts": snippet("entry.js"),
  "worker.ts": snippet("worker.js").replace("./node_modules/posenc/dist/posenc.js", "posenc"),
  "types.ts": TYPES,
};
let said: string;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const paths = {
    posenc: ["../../web/src/engine/index.ts"],
    "posenc/element": ["../../web/src/embed/element.ts"],
    "posenc/training": ["../../web/src/training/index.ts"],
  };
  const types = [
    "../../web/src/engine/wasm/core-alias.d.ts",
    "../../web/src/charts/colour-schemes.d.ts",
    "../../web/src/training/training-alias.d.ts",
  ];
  const config = { extends: "../../tsconfig.json", compilerOptions: { paths }, include: ["*.ts", ...types] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  said = await new Promise((resolve) => {
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    execFile(process.execPath, [tsc, "--project", folder, "--pretty", "false"], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}, 120_000);

it("has a block of the README and three files of the guide", () => {
  expect(Object.keys(files).filter((name) => name.startsWith("readme"))).not.toHaveLength(0);
  for (const text of Object.values(files)) expect(text).toMatch(/from "posenc["/]/);
});

it.each(Object.keys(files))("%s", (name) => {
  expect(said.split("\n").filter((line) => line.includes(name))).toEqual([]);
});

it("and nothing else is amiss", () => {
  expect(said).toBe("");
});
