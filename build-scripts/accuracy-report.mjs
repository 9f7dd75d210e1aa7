// The accuracy tables of the last test run, gathered from its logs: every method on every build of the SIMD path as a
// share of its tolerance, and against values of other people's libraries. Prints nothing where no suite left a table.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const reports = join(import.meta.dirname, "../build/reports");
const builds = ["native", "native-v3", "wasm"];

const log = (suite) => {
  const file = join(reports, `${suite}.log`);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

// Lines that follow a title: "  alibi/slopes   0.163  (28 cases)".
function shares(text, title) {
  const found = new Map();
  const start = text.indexOf(title);
  if (start < 0) return found;
  for (const line of text.slice(start).split("\n").slice(1)) {
    const row = line.match(/^ {2}(\S.*?) +(\d+\.\d{3}) +\(\d+ cases\)$/);
    if (!row) break;
    found.set(row[1], Number(row[2]));
  }
  return found;
}

function printSuites() {
  const tables = builds.flatMap((build) =>
    ["scores", "output"].map((quantity) => ({
      title: `${build} ${quantity}`,
      rows: shares(log(build), `${quantity}, tiled against reference`),
    })),
  );
  const columns = tables.filter(({ rows }) => rows.size > 0);
  if (columns.length === 0) return;
  const methods = [...new Set(columns.flatMap(({ rows }) => [...rows.keys()]))].sort();
  const width = Math.max(...methods.map((name) => name.length));
  console.log("\nSIMD path against the double reference: worst error / tolerance");
  console.log([" ".repeat(width), ...columns.map(({ title }) => title.padStart(17))].join(""));
  for (const name of methods)
    console.log(
      [name.padEnd(width), ...columns.map(({ rows }) => (rows.get(name)?.toFixed(3) ?? "").padStart(17))].join(""),
    );
}

function printGolden() {
  const lines = log("web").split("\n");
  const start = lines.findIndex((line) => /^method +library/.test(line));
  if (start < 0) return;
  const length = lines.slice(start).findIndex((line) => line.trim() === "");
  console.log("\nAgainst values of other libraries: worst difference and its share of the tolerance");
  console.log(lines.slice(start, start + length).join("\n"));
}

function printRope() {
  const lines = log("web").split("\n");
  const start = lines.findIndex((line) => line.startsWith("worst relative difference to Hugging Face"));
  if (start < 0) return;
  const length = lines.slice(start).findIndex((line) => line.trim() === "");
  console.log(`\n${lines.slice(start, start + length).join("\n")}`);
}

printSuites();
printGolden();
printRope();
