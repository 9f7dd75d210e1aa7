// The README's tables of recorded studies: one over all tasks, and one per task with means and deviations.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { reachThreshold, summarise, trainedTokens } from "../build/node/training.mjs";

const folder = join(resolve(import.meta.dirname, ".."), "web/studies");
const TASKS = ["biting", "copying", "induction", "recall", "passkey", "counting", "hidden_markov"];

const table = (head, rows) =>
  [head, head.map((_, column) => (column ? "---:" : "---")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const percent = (share) => `${Math.round(100 * share)} %`;
const number = ({ mean, deviation }) => `${mean.toFixed(2)} ± ${deviation.toFixed(2)}`;

function summaryOf(task) {
  const { study, runs } = JSON.parse(readFileSync(join(folder, `${task}.json`), "utf8"));
  return { task, study, summaries: summarise(runs, trainedTokens(study)) };
}

/** Accuracy in training, and at 16 times its length. */
function overview(recorded) {
  const names = recorded[0].summaries.map(({ name }) => name);
  const cell = ({ study, summaries }, name) => {
    const summary = summaries.find((one) => one.name === name);
    const at = (tokens) => summary.lengths.find((length) => length.tokens === tokens);
    const [shortest, longest] = [Math.min(...study.lengths), Math.max(...study.lengths)].map(at);
    return `${percent(shortest.accuracy.mean)} → ${longest ? percent(longest.accuracy.mean) : "refused"}`;
  };
  return table(
    ["accuracy", ...recorded.map(({ task }) => task)],
    names.map((name) => [name, ...recorded.map((one) => cell(one, name))]),
  );
}

function details({ task, study, summaries }) {
  const rows = summaries.map(({ name, lengths, slope, reach }) => [
    name,
    ...study.lengths.map((tokens) => {
      const found = lengths.find((length) => length.tokens === tokens);
      return found ? number(found.loss) : "refused";
    }),
    slope === null ? "–" : slope.toFixed(3),
    reach ?? "–",
  ]);
  const head = [
    "loss, nats",
    ...study.lengths.map((tokens) => `${tokens} tokens`),
    "per doubling",
    `reach (≥ ${percent(reachThreshold)})`,
  ];
  return `<details><summary>${task}: loss by length, mean ± deviation of ${study.seeds.length} seeds</summary>\n\n${table(head, rows)}\n\n</details>`;
}

const present = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
const recorded = TASKS.filter((task) => present.includes(task)).map(summaryOf);
console.log([overview(recorded), ...recorded.map(details)].join("\n\n"));
