// Measures, prints and writes; build-scripts/bench builds what this needs and says how it is called.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeMachine } from "../machine.mjs";
import { ratioTable } from "../table.mjs";
import { openBrowser } from "./browser.mjs";
import { measureGroup, tooSlow } from "./measure.mjs";
import { fullPlan, quickPlan } from "./plan.mjs";
import { readmeSection } from "./readme.mjs";
import { rowsOf, WEBGPU_GOALS } from "./rows.mjs";
import { adapterText, headLines, timeTable } from "./table.mjs";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    adapter: { type: "string", default: "swiftshader" },
    json: { type: "string" },
    readme: { type: "string" },
  },
});

const progress = (text) => process.stderr.write(`posenc: ${text}\n`);

const sameAdapter = (a, b) => ["vendor", "architecture", "description"].every((field) => a[field] === b[field]);

function sharedAdapter(adapters) {
  for (const [name, adapter] of Object.entries(adapters))
    if (!sameAdapter(adapter, adapters.posenc))
      throw new Error(`${name} computes on ${adapterText(adapter)}, posenc on ${adapterText(adapters.posenc)}`);
  return adapters.posenc;
}

function startReport(browserVersion, { version, operatorDevice, adapters }) {
  const words = ["build-scripts/bench webgpu", ...(options.quick ? ["--quick"] : []), "--adapter", options.adapter];
  return {
    version: 1,
    date: new Date().toISOString().slice(0, 10),
    command: words.join(" "),
    adapter: sharedAdapter(adapters),
    machine: {
      ...describeMachine({}),
      browser: browserVersion,
      packages: { "onnxruntime-web": version },
      operator_device: operatorDevice,
    },
    missing: [],
    groups: [],
  };
}

async function addGroup(report, call, group) {
  const start = performance.now();
  const slow = tooSlow(group, report.groups);
  for (const { name, seconds } of slow)
    report.missing.push(`${name}, ${group.id}: about ${seconds.toFixed(0)} s a call, by the smaller size`);
  const without = slow.map(({ name }) => name);
  const measured = await measureGroup(call, group, without);
  for (const [name, difference] of Object.entries(measured.differences))
    progress(`  ${name} agrees to ${difference.toExponential(1)}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  progress(`${group.id} took ${seconds} s for ${measured.times.posenc.whole.length} rounds`);
  report.groups.push(measured);
}

async function measure({ call, version }, groups) {
  const report = startReport(version, await call("open"));
  for (const group of groups) await addGroup(report, call, group);
  report.rows = rowsOf(report);
  return report;
}

async function run() {
  const browser = await openBrowser(options.adapter);
  try {
    return await measure(browser, options.quick ? quickPlan() : fullPlan());
  } finally {
    await browser.close();
  }
}

if (options.readme) {
  console.log(readmeSection(JSON.parse(readFileSync(options.readme, "utf8"))));
} else {
  const report = await run();
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
  console.log([headLines(report), ratioTable(report.rows, WEBGPU_GOALS), timeTable(report)].join("\n\n"));
}
