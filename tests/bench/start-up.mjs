// How long the shipped module takes until its first answer, each time in a new process. Run as a program it is that
// process and prints one line of JSON.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const self = fileURLToPath(import.meta.url);
const core = join(import.meta.dirname, "../../build/wasm/posenc-core.mjs");

const problem = {
  input: { kind: "tokens", tokens: ["dog", "bites", "man"] },
  method: { kind: "rotary" },
};

async function once() {
  const start = performance.now();
  const { default: create } = await import(pathToFileURL(core).href);
  const imported = performance.now();
  const module = await create();
  const created = performance.now();
  const answer = module.attention(problem, { outputs: ["output"] });
  const answered = performance.now();
  if (!answer.ok) throw new Error(answer.message);
  return { import: imported - start, factory: created - imported, first_call: answered - created };
}

// Milliseconds: { import: [...], factory: [...], first_call: [...] }.
export function measureStartUp(runs) {
  const times = {};
  for (let run = 0; run < runs; ++run) {
    const answer = JSON.parse(execFileSync(process.execPath, [self], { encoding: "utf8" }));
    for (const [name, milliseconds] of Object.entries(answer)) {
      times[name] ??= [];
      times[name].push(milliseconds);
    }
  }
  return times;
}

if (process.argv[1] === self) console.log(JSON.stringify(await once()));
