// The tables for a terminal; each is empty where its part was not measured.
import { GOALS, isReached, limitText } from "./goals.mjs";
import { least, median } from "./statistics.mjs";

const number = (value) => (Math.abs(value) < 1e-3 && value !== 0 ? value.toExponential(1) : value.toFixed(3));

function verdict(goal, least) {
  if (!goal) return "";
  return `${limitText(goal)}${isReached(goal, least) ? "" : "  NOT REACHED"}`;
}

export function ratioTable(rows, goals = GOALS) {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(({ text }) => text.length));
  const line = (text, least, median, goal) =>
    `${text.padEnd(width)}  ${least.padStart(9)}  ${median.padStart(9)}  ${goal}`.trimEnd();
  return [
    line("ratio", "minimum", "median", "goal (by minimum)"),
    ...rows.map((row) => line(row.text, number(row.least), number(row.median), verdict(goals[row.goal], row.least))),
  ].join("\n");
}

// A name and numbers below their headings.
const columns = (heading, lines) =>
  [heading, ...lines]
    .map(([name, ...cells]) => name.padEnd(24) + cells.map((cell) => cell.padStart(10)).join(""))
    .join("\n");

export function startUpTable({ start_up: times }) {
  if (!times) return "";
  const lines = Object.entries(times).map(([name, milliseconds]) => [
    name.replace("_", " "),
    least(milliseconds).toFixed(2),
    median(milliseconds).toFixed(2),
  ]);
  return columns(["start-up, ms", "minimum", "median"], lines);
}

export function sizeTable({ sizes }) {
  if (!sizes) return "";
  const lines = Object.entries(sizes).map(([name, bytes]) => [
    name,
    ...[bytes.raw, bytes.gzip, bytes.brotli].map((count) => (count / 1024).toFixed(1)),
  ]);
  return columns(["size, KiB", "raw", "gzip", "brotli"], lines);
}
