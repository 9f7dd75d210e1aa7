// The README's section on WebGPU, from the JSON of a run.
import { goalTable, markdownTable, number, processorText } from "../readme.mjs";
import { least, median } from "../statistics.mjs";
import { TOLERANCE } from "./agreement.mjs";
import { WEBGPU_GOALS } from "./rows.mjs";
import { adapterText, PARTS } from "./table.mjs";

function timeRows({ groups }) {
  const cell = (seconds) => (seconds ? `${number(least(seconds) * 1e3)} / ${number(median(seconds) * 1e3)}` : "");
  return groups.flatMap(({ tokens, headDim, mask, times }) =>
    Object.entries(times).map(([name, parts]) => [
      `${tokens} × ${headDim} ${mask}`,
      name,
      ...Object.keys(PARTS).map((part) => cell(parts[part])),
    ]),
  );
}

function machineLines({ date, command, adapter, machine, missing }) {
  const { browser, packages, operator_device: operatorDevice } = machine;
  return [
    `Measured ${date} by \`${command}\` on the adapter ${adapterText(adapter)}, ${browser}; ${processorText(machine)}.`,
    `Peer: onnxruntime-web ${packages["onnxruntime-web"]}, its WebGPU provider, as the exported graph and as its operator MultiHeadAttention on ${operatorDevice}. Unfused: three plain kernels with all scores in memory.`,
    ...missing.map((line) => `Not there: ${line}.`),
  ].join("\n");
}

export function readmeSection(report) {
  const worst = Math.max(...report.groups.flatMap(({ differences }) => Object.values(differences)));
  return [
    "### WebGPU",
    machineLines(report),
    `Each call begins with arrays and ends with an array; all take turns in one page, after warm-up by time. On the GPU: from the first submit until the last submitted work is done. Read-back: from then until the output is there. Every output is within ${worst.toExponential(1)} of the core's (allowed ${TOLERANCE.toExponential()}).`,
    goalTable(report.rows, WEBGPU_GOALS),
    markdownTable(
      ["ratio", "by minimum", "by median"],
      report.rows.map(({ text, ...row }) => [text, number(row.least), number(row.median)]),
    ),
    "Best / median times:",
    markdownTable(["8 heads, n × d", "", ...Object.values(PARTS).map((text) => `${text}, ms`)], timeRows(report)),
  ].join("\n\n");
}
