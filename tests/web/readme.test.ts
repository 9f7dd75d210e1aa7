/** Every snippet of the README is run, and says what the README says; what cannot run here is listed with the reason. */
import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Snippet, snippet } from "../../web/src/embed/snippets.ts";
import { EXAMPLE, readmeBlock, readmeBlocks } from "../support/readme.ts";
import { launcher, runPosenc } from "./cli/run-posenc.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** By the start of their first line. */
const NOT_HERE: Readonly<Record<string, string>> = {
  "build-scripts/play ": "it runs this test, or serves until it is stopped; build-scripts/test runs it",
  "cpp/base ": "a table of folders",
  "const [page, attribute, dark]": "tests/hosts runs it in MkDocs Material",
  "import anywidget": "tests/hosts runs it in a notebook",
};
const EXECUTED = [
  'echo \'{"input"',
  "npx posenc explain",
  "npx posenc encode",
  "npx posenc train",
  '{"task"',
  "import { createPosenc",
  "import { performStudy",
  "<iframe ",
  "<script ",
];

it("every block is run or listed, and nothing else is", () => {
  const starts = [...Object.keys(NOT_HERE), ...EXECUTED];
  const texts = readmeBlocks().map(({ text }) => text);
  for (const text of texts) expect(starts.filter((start) => text.startsWith(start))).toHaveLength(1);
  for (const start of starts) expect(texts.some((text) => text.startsWith(start))).toBe(true);
});

describe("the commands", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "posenc-readme-"));
    const config = { model_type: "llama", hidden_size: 64, num_attention_heads: 4, rope_theta: 10000 };
    await writeFile(join(folder, "config.json"), JSON.stringify(config));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** In a folder with a config.json; `npx posenc` is this repository's command. */
  const run = (command: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const npx = 'npx() { shift; "$NODE" "$LAUNCHER" "$@"; }\n';
      const env = { ...process.env, NODE: process.execPath, LAUNCHER: launcher };
      execFile("bash", ["-euo", "pipefail", "-c", npx + command], { cwd: folder, env }, (error, stdout, stderr) => {
        if (error) reject(new Error(`${command}\n${stderr}`));
        else resolve(stdout);
      });
    });

  /** What the remark after a command says, and how its output shows it. */
  const SAID: Readonly<Record<string, (output: string) => unknown>> = {
    "0, 0, -1: a quarter turn per position": (output) =>
      expect(JSON.parse(output).scores).toEqual([Array.from({ length: 2 }, () => [0, 0, -1])]),
    "max_difference 1.64: the mask breaks it": (output) =>
      expect(JSON.parse(output).max_difference).toBeCloseTo(1.64, 2),
    "the table that is added to the input": (output) => expect(output).toContain("0.84147"),
    "the first row sees itself alone": (output) =>
      expect(JSON.parse(output).weights[0].map((row: readonly number[]) => row[0])[0]).toBe(1),
    "what is added to the scores": (output) => expect(output).toContain("-0.00390625"),
    "every key: read, defaulted, ignored, unknown, conflict": (output) => expect(output).toContain("rope_theta"),
    "… and at the end who reads it otherwise, and by how much": (output) =>
      expect(output.split("\n\n").at(-1)).toContain("llama_cpp"),
    "29 pairs kept, 6 blended, 29 divided by 8": (output) => expect(output).toMatch(/\b29\D+6\D+29\b/),
    "scores first differ by more than 0.01 at position 326": (output) =>
      expect(output).toMatch(/first_difference": 326,/),
    "loss and accuracy by length": (output) => expect(output).toMatch(/^rope +\d\.\d{3} \(\d+ %\)/m),
    "71 models with their sources": async (output) => {
      expect(output).toContain("meta-llama/Llama-3.1-405B-Instruct config.json");
      expect((await run("npx posenc models")).trim().split("\n")).toHaveLength(1 + 71);
    },
  };

  /** Without a remark: what came of it. */
  const UNSAID: Readonly<Record<string, (output: string) => unknown>> = {
    "npx posenc rotate --method rotary --head-dim 4 --positions 3 --vector 1,2,3,4": (output) =>
      expect(numbers(JSON.stringify(JSON.parse(output).rotated_query))[0]).toBeCloseTo(
        Math.cos(3) - 3 * Math.sin(3),
        5,
      ),
    "npx posenc encode --method sinusoidal --positions 0:3 --width 4 --format npy --output x.npy": async () =>
      expect((await readFile(join(folder, "x.npy"))).subarray(1, 6).toString()).toBe("NUMPY"),
    "npx posenc decode - --outputs output --format npy --output steps.npy": async () =>
      expect((await readFile(join(folder, "steps.npy"))).subarray(1, 6).toString()).toBe("NUMPY"),
  };
  const fail = () => expect.unreachable("a command that nobody checks");

  const blocks = ['echo \'{"input"', "npx posenc explain", "npx posenc encode", "npx posenc train"].flatMap((start) =>
    readmeBlocks().filter(({ language, text }) => language === "sh" && text.startsWith(start)),
  );
  const commands = blocks.flatMap(({ text }) => commandsOf(text));

  it("are all there, and every remark is checked", () => {
    expect(commands).toHaveLength(14);
    expect(
      commands
        .map(({ remark }) => remark)
        .filter((remark) => remark !== "")
        .sort(),
    ).toEqual(Object.keys(SAID).sort());
  });

  it.each(commands)("$command", async ({ command, remark }) => {
    const output = await run(command);
    await (SAID[remark] ?? UNSAID[command.replace(/^[^|]*\| *\n? */, "")] ?? fail)(output);
  });
});

it("the study is trained by the command and by the API, to the same numbers", async () => {
  const study = readmeBlock("json", '"task"');
  const { code, stdout } = await runPosenc(["train", "-"], study);
  expect(code).toBe(0);
  const { runs } = JSON.parse(stdout);
  const text = readmeBlock("ts", "performStudy").replace("posenc/training", `${repository}web/src/training/index.ts`);
  const file = join(repository, "build/readme/training.ts");
  await mkdir(join(repository, "build/readme"), { recursive: true });
  await writeFile(file, `${text}\nexport { runs };\n`);
  const api = await import(/* @vite-ignore */ file);
  const tests = (of: readonly { name: string; seed: number; tests: unknown }[]) =>
    of.map(({ name, seed, tests }) => ({ name, seed, tests }));
  expect(tests(api.runs)).toEqual(tests(runs));
  expect(runs).toHaveLength(4);
});

it("the API gives what the README says", async () => {
  const text = readmeBlock("ts", "createPosenc").replace('"posenc"', `"${repository}web/src/engine/index.ts"`);
  const file = join(repository, "build/readme/api.ts");
  await mkdir(join(repository, "build/readme"), { recursive: true });
  await writeFile(
    file,
    `${text}\nexport { posenc, scores, weights, output, maxDifference, referenceMaxDifference, cachedKeys, drift };\n`,
  );
  const api = await import(/* @vite-ignore */ file);
  expect(api.maxDifference).toBeCloseTo(1.64, 2);
  expect(api.referenceMaxDifference).toBeCloseTo(api.maxDifference, 5);
  expect(api.drift).toBeLessThan(1e-6);
  expect(api.posenc.status.engine).toBe("wasm");
  for (const array of [api.scores, api.weights, api.output]) expect(array).toBeDefined();
});

it.each([
  ["iframe", "rotation", "i=5&j=5"],
  ["element", "relative", ""],
] as const)("the %s is what the page copies", (kind: Snippet, lab, state) => {
  const text = snippet(kind, { base: EXAMPLE, lab, state, title: `Posenc: ${lab}` });
  expect(readmeBlocks()).toContainEqual({ language: "html", text });
});

it("the script that passes colours on is the guide's", async () => {
  expect(readmeBlock("js", "posenc:theme")).toBe(
    (await readFile(join(repository, "web/docs/snippets/theme.js"), "utf8")).trimEnd(),
  );
});

const numbers = (text: string): number[] => [...text.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(Number);

/** A command goes on in the next line after "|", and while a quotation is open; a remark is what stands after " # ". */
function commandsOf(block: string): { command: string; remark: string }[] {
  const commands: { command: string; remark: string }[] = [];
  let open = "";
  for (const line of block.split("\n")) {
    const [code = "", remark = ""] = line.split(/\s+# /);
    open += `${code.trimEnd()}\n`;
    if (open.trim() === "" || /\|\n$/.test(open) || (open.match(/'/g) ?? []).length % 2 === 1) continue;
    commands.push({ command: open.trim(), remark: remark.trim() });
    open = "";
  }
  return commands;
}

it("whatever shows a row of the comparison is there", async () => {
  const text = await readFile(join(repository, "README.md"), "utf8");
  const table = text.slice(text.indexOf("## Compared with other pages"), text.indexOf("## Limits"));
  const shown = [...table.matchAll(/^\|[^|]+\|[^|]+\|([^|]+)\|[^|]+\|$/gm)]
    .slice(2)
    .map(([, names]) => names as string);
  expect(shown.length).toBe(42);
  const places = [
    ...new Set(shown.flatMap((names) => names.match(/[\w./-]+\.(?:spec|test)\b|tests\/[\w/]+(?=[ ,])/g) ?? [])),
  ];
  expect(places.length).toBeGreaterThan(20);
  for (const place of places) {
    const path = place.endsWith(".spec") ? `tests/e2e/${place}.ts` : place.endsWith(".test") ? `${place}.ts` : place;
    await expect(access(join(repository, path)), path).resolves.toBeUndefined();
  }
});
