// Instructions of the main kernels under Callgrind, held against what is recorded in recorded.json: unlike times, they
// are the same on a busy machine. The baseline build counts (SSE2, the twin of the WebAssembly build).
//
//   node tests/instructions/instructions.mjs [--record] [--json FILE]
//
// A kernel fails when it takes more than TOLERANCE over its record. Fewer are told, so that the record can follow.
// Counts hold for one compiler; with another one they are printed and nothing is judged.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const TOLERANCE = 0.01;
const RECORD = new URL("recorded.json", import.meta.url);
const BUILD = "build/native";
// The bench's own names of problems (tests/bench/workload.hpp).
const KERNELS = [
  "products full 1:1 1024x64",
  ..."none,alibi_flat,t5_bias,rotary,shaw,transformer_xl"
    .split(",")
    .map((name) => `attention ${name} full 1:1 1024x64`),
  ..."none,alibi,alibi_flat,shaw".split(",").map((name) => `attention ${name} causal 1:1 1024x64`),
  "attention none full 8:2 125x66",
  "backward none full 1:1 1024x64",
  "backward none causal 1:1 1024x64",
];

const { values: options } = parseArgs({
  options: { record: { type: "boolean", default: false }, json: { type: "string" } },
});

function compiler() {
  const folder = readdirSync(`${BUILD}/CMakeFiles`).find((name) => /^\d/.test(name));
  const text = readFileSync(`${BUILD}/CMakeFiles/${folder}/CMakeCXXCompiler.cmake`, "utf8");
  const setting = (name) => text.match(new RegExp(`set\\(CMAKE_CXX_COMPILER_${name} "([^"]*)"`))?.[1];
  return `${setting("ID")} ${setting("VERSION")}`;
}

function count(kernel) {
  const program = [`${BUILD}/posenc_bench`];
  const tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];
  const collect = "--toggle-collect=posenc::bench::*Workload::run()";
  // What Callgrind says goes to standard error.
  const said = execFileSync(
    "build-scripts/toolchain",
    ["run", "sh", "-c", '"$@" 2>&1', "sh", ...tool, collect, ...program],
    { input: `0 ${kernel}\n`, encoding: "utf8" },
  );
  const [, flops] = said.match(/"flops": ([\d.e+]+)/) ?? [];
  const [, collected] = said.match(/Collected : (\d+)/) ?? [];
  if (!flops || !Number(collected)) throw new Error(`no count of "${kernel}":\n${said}`);
  return { instructions: Number(collected), flops: Number(flops) };
}

const recorded = JSON.parse(readFileSync(RECORD, "utf8"));
const ours = compiler();
const comparable = recorded.compiler === ours;
const lines = [];
for (const kernel of KERNELS) {
  const { instructions, flops } = count(kernel);
  const before = recorded.instructions[kernel];
  const change = before ? instructions / before - 1 : Number.NaN;
  // Not `change > TOLERANCE`: a kernel without a record must fail.
  const passed = change <= TOLERANCE;
  lines.push({ kernel, instructions, change, passed });
  // One instruction for four lanes is two floating-point operations at best: a product or a sum, four times.
  const words = [kernel.padEnd(38), String(instructions).padStart(12), (instructions / (flops / 4)).toFixed(3)];
  const percent = before ? `${change < 0 ? "" : "+"}${(100 * change).toFixed(2)} %` : "new";
  console.log([...words, percent, comparable && !passed ? "FAILED" : ""].join("  ").trimEnd());
}
console.log(
  comparable
    ? `instructions; per vector operation; against the record (${ours}), allowed +${100 * TOLERANCE} %`
    : `the record is of ${recorded.compiler}, this build of ${ours}: nothing is judged`,
);
if (options.record) {
  const instructions = Object.fromEntries(lines.map(({ kernel, instructions }) => [kernel, instructions]));
  writeFileSync(RECORD, `${JSON.stringify({ compiler: ours, instructions }, null, 2)}\n`);
}
const failed = comparable && !options.record ? lines.filter(({ passed }) => !passed).length : 0;
if (options.json) {
  const judged = comparable ? lines.length : 0;
  writeFileSync(options.json, JSON.stringify({ passed: judged - failed, failed, skipped: lines.length - judged }));
}
process.exitCode = failed > 0 ? 1 : 0;
