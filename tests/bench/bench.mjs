// Measures, prints and writes; build-scripts/bench builds what this needs and says how it is called.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.mjs";
import { measureForward } from "./measure-forward.mjs";
import { measureNative } from "./measure-native.mjs";
import { measureOwn } from "./measure-own.mjs";
import { measureTrainers } from "./measure-trainers.mjs";
import { measureWorkers } from "./measure-workers.mjs";
import { measureSizes } from "./module-sizes.mjs";
import { createOnnxRuntime } from "./peers/onnxruntime.mjs";
import { createPosenc } from "./peers/posenc.mjs";
import { createTfjs } from "./peers/tfjs.mjs";
import { describe, fullPlan, memoryProblem, quickPlan } from "./plan.mjs";
import { startPrograms, stopPrograms } from "./programs.mjs";
import { readmeSection } from "./readme.mjs";
import { rowsOf } from "./rows.mjs";
import { measureStartUp } from "./start-up.mjs";
import { ratioTable, sizeTable, startUpTable } from "./table.mjs";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    only: { type: "string" },
    readme: { type: "string" },
  },
});

// Of the last minute, which the build before this is part of.
const BUSY = 1.5;

const progress = (text) => process.stderr.write(`posenc: ${text}\n`);

function measureErrors(posenc, problems) {
  return problems.map(({ method, mask, sizes }) => {
    const workload = posenc.workload(`attention ${method} ${mask} ${describe(sizes)}`);
    workload.run();
    const error = workload.error();
    workload.free();
    return { method, mask, sizes, error };
  });
}

function measureMemory(posenc) {
  const workload = posenc.workload(memoryProblem);
  const bytes = workload.bytes();
  workload.free();
  return bytes;
}

const measures = {
  forward: measureForward,
  native: measureNative,
  workers: measureWorkers,
  trainers: measureTrainers,
};

async function run() {
  const plan = options.quick ? quickPlan() : fullPlan();
  const kinds = options.only?.split(",");
  const wanted = (kind) => !kinds || kinds.includes(kind);
  const groups = plan.groups.filter(({ kind }) => wanted(kind));
  const needs = (kind) => groups.some((group) => group.kind === kind);

  const engines = { posenc: await createPosenc() };
  if (needs("forward")) {
    engines.onnxRuntime = await createOnnxRuntime();
    engines.tfjs = await createTfjs();
  }
  const { programs, versions, missing } = needs("native")
    ? await startPrograms()
    : { programs: {}, versions: {}, missing: [] };
  engines.programs = programs;
  for (const line of missing) progress(`not there: ${line}`);

  const report = {
    version: 1,
    date: new Date().toISOString().slice(0, 10),
    command: [
      "build-scripts/bench",
      ...(options.quick ? ["--quick"] : []),
      ...(kinds ? ["--only", options.only] : []),
    ].join(" "),
    machine: describeMachine(versions),
    missing,
    groups: [],
    errors: [],
  };
  const { load_before: load } = report.machine;
  if (load > BUSY)
    progress(`warning: the machine is busy (load ${load.toFixed(1)}); these ratios are not for publishing`);
  for (const group of groups) {
    const start = performance.now();
    const measured = await (measures[group.kind] ?? measureOwn)(engines, group);
    for (const [name, difference] of Object.entries(measured.differences ?? {}))
      progress(`  ${name} agrees to ${difference.toExponential(1)}`);
    progress(`${group.id} took ${((performance.now() - start) / 1000).toFixed(1)} s`);
    report.groups.push(measured);
  }
  await stopPrograms(programs);
  if (wanted("errors")) {
    progress("errors against the double reference ...");
    report.errors = measureErrors(engines.posenc, plan.errors);
  }
  if (wanted("memory")) report.memory_bytes = measureMemory(engines.posenc);
  if (wanted("start-up")) {
    progress("start-up and sizes ...");
    report.start_up = measureStartUp(plan.startUpRuns);
    report.sizes = measureSizes();
  }
  report.rows = rowsOf(report);
  return report;
}

if (options.readme) {
  console.log(readmeSection(JSON.parse(readFileSync(options.readme, "utf8"))));
} else {
  const report = await run();
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
  console.log([ratioTable(report.rows), startUpTable(report), sizeTable(report)].filter(Boolean).join("\n\n"));
}
