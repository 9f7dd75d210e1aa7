// The README's performance section, from the JSON of a run.
import { GOALS, isReached, limitText } from "./goals.mjs";
import { least, median } from "./statistics.mjs";

// Adding 0 turns -0 into 0.
export const number = (value) =>
  value > 0 && value < 1e-3 ? value.toExponential(1) : (Math.round(value * 100) / 100 + 0).toFixed(2);
const kilobytes = (bytes) => (bytes / 1024).toFixed(0);

export const markdownTable = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function range(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(number);
  return low === high ? low : `${low} … ${high}`;
}

export function goalTable(rows, goals = GOALS) {
  const lines = Object.entries(goals).map(([name, goal]) => {
    const measured = rows.filter((row) => row.goal === name);
    if (measured.length === 0) return [goal.text, limitText(goal), "", "", "not measured"];
    const best = measured.map((row) => row.least);
    const reached = best.filter((value) => isReached(goal, value)).length;
    const verdict =
      reached === best.length ? "reached" : `**not reached** (${best.length - reached} of ${best.length})`;
    return [goal.text, limitText(goal), range(best), range(measured.map((row) => row.median)), verdict];
  });
  return markdownTable(["measure", "goal", "by minimum", "by median", ""], lines);
}

function forwardTable(groups) {
  const names = ["posenc", "onnxruntime-web", "tfjs per head", "tfjs batched"];
  const cell = (times) => (times ? `${number(least(times) * 1e3)} / ${number(median(times) * 1e3)}` : "");
  const lines = groups
    .filter(({ kind }) => kind === "forward")
    .flatMap(({ sizes, seconds, flops }) =>
      ["full", "causal"].map((mask) => [
        `${sizes.tokens} × ${sizes.headDim} ${mask}`,
        ...names.map((name) => cell(seconds[`${name} ${mask}`])),
        (flops[`posenc ${mask}`] / least(seconds[`posenc ${mask}`]) / 1e9).toFixed(1),
      ]),
    );
  return markdownTable(["8 heads, n × d", ...names.map((name) => `${name}, ms`), "posenc, GFLOP/s"], lines);
}

function nativeTable(rows) {
  const lines = rows
    .filter(({ text }) => text.includes("native"))
    .map(({ text, least: best, median: middle }) => [text, number(best), number(middle)]);
  return markdownTable(["native", "by minimum", "by median"], lines);
}

const sizeTable = (sizes) =>
  markdownTable(
    ["file, KiB", "raw", "gzip", "brotli"],
    Object.entries(sizes).map(([name, { raw, gzip, brotli }]) => [name, ...[raw, gzip, brotli].map(kilobytes)]),
  );

export const processorText = ({ processor, family, cores, system }) =>
  `${processor}${family ? ` (${family})` : ""}, ${cores} cores, ${system}`;

function machineLines({ date, command, machine, missing }) {
  const { compilers, packages } = machine;
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  return [
    `Measured ${date} by \`${command}\` on ${processorText(machine)}, Node ${machine.node}.`,
    `${compilers.wasm}; native: ${compilers.native}; peers: ${versions.join(", ")}.`,
    ...missing.map((line) => `Not there: ${line}.`),
  ].join("\n");
}

const startUpLine = (times) =>
  Object.entries(times)
    .map(
      ([name, milliseconds]) =>
        `${name.replace("_", " ")} ${number(least(milliseconds))} / ${number(median(milliseconds))} ms`,
    )
    .join(", ");

export function readmeSection(report) {
  const { groups, rows } = report;
  const sections = [
    "## Performance",
    machineLines(report),
    "Ratios within one process, one thread, after warm-up by time, in interleaved rounds: of the best times, and the median over rounds. Peak is twelve independent chains of multiply-adds with operands from memory, in the same build. Several rows: their range.",
    goalTable(rows),
  ];
  if (groups.some(({ kind }) => kind === "forward")) sections.push("Best / median times:", forwardTable(groups));
  if (groups.some(({ kind }) => kind === "native")) sections.push(nativeTable(rows));
  if (report.start_up)
    sections.push(`Start-up of the module in a new process (best / median): ${startUpLine(report.start_up)}.`);
  if (report.sizes) sections.push(sizeTable(report.sizes));
  return sections.join("\n\n");
}
