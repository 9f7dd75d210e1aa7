import type { Command } from "./command.ts";
import { type CommandLine, outputHelp, readCommandLine } from "./command-line.ts";
import { type Comparison, compareLayers, matchLayers, type Side } from "./compare-layers.ts";
import { comparisonCsv, comparisonJson, comparisonText } from "./comparison-output.ts";
import { dialectHelp, readDialect, sourceHelp } from "./config-source.ts";
import { farthest, readCount, readNumber } from "./numbers.ts";
import { writeOut } from "./output.ts";
import { printJson } from "./print-json.ts";
import { readSubject } from "./subject.ts";
import { UsageError } from "./usage-error.ts";
import { withPosenc } from "./with-posenc.ts";

/** As far as the core searches in a few seconds. */
const farthestDefault = 2 ** 20;

const help = `Usage: posenc diff A B [OPTIONS]

Compares what two configurations make of a rotary method. Per pair: ratio, inv_freq of B / inv_freq of A. Per position:
cosine, between a vector as A and as B turn it, and score_a and score_b, the mean of q·k at that distance (1 is the
greatest without an attention factor). And the first position at which the scores differ by more than the tolerance.
Layer types are matched by name; a lone one is matched with all of the other side.

${sourceHelp}${dialectHelp}                      NAME,NAME: for A and for B
  --length N          length that length-dependent scalings go by, default the context of training; N,N: for A and for B
  --tolerance X       of the first difference, default 0.01
  --limit N           last position, default the longer context of the two, at most ${farthestDefault};
                      4096 where neither names one
  --table NAME        what csv writes: positions (default) or pairs
  --format NAME       json (default), table (for people, seven significant digits) or csv
${outputHelp}
Example:
  posenc diff model:llama-3-8b model:llama-3.1-8b --format table
`;

export const diffCommand: Command = {
  name: "diff",
  summary: "two configurations side by side: frequencies, turned vectors, scores",
  help,
  async run(args) {
    const line = readCommandLine(args, {
      flags: ["dialect", "length", "tolerance", "limit", "table"],
      formats: ["json", "table", "csv"],
    });
    const table = readTable(line);
    const tolerance = readTolerance(line.flags.tolerance);
    const [a, b] = await readSides(line);
    const limit = readLimit(line.flags.limit, [a, b]);
    const matched = matchLayers(a, b);
    const layers = await withPosenc("wasm", (posenc) =>
      Promise.all(matched.map((pair) => compareLayers(posenc, pair, tolerance, limit))),
    );
    const comparison: Comparison = { a, b, tolerance, limit, layers };
    return writeOut(print(comparison, table, line), line.outputFile);
  },
};

function print(comparison: Comparison, table: "positions" | "pairs", line: CommandLine): string {
  if (line.format === "csv") return comparisonCsv(comparison, table, line.digits);
  if (line.format === "table") return comparisonText(comparison, line.digits);
  return printJson(comparisonJson(comparison), line);
}

async function readSides({ positionals, flags }: CommandLine): Promise<[Side, Side]> {
  const [a, b] = positionals;
  if (a === undefined || b === undefined || positionals.length > 2)
    throw new UsageError(`expected two configurations, got ${positionals.length}`);
  if (a === "-" && b === "-") throw new UsageError("only one of the two configurations can be standard input");
  const [dialectA, dialectB] = inTwo(flags.dialect, "dialect");
  const [lengthA, lengthB] = inTwo(flags.length, "length");
  return [await readSide(a, dialectA, lengthA), await readSide(b, dialectB, lengthB)];
}

async function readSide(source: string, dialect: string | undefined, length: string | undefined): Promise<Side> {
  return {
    ...(await readSubject(source, readDialect(dialect), help)),
    length: length === undefined ? undefined : readCount(length, "length", farthest),
  };
}

/** "x" for both sides, "x,y" for each. */
function inTwo(text: string | undefined, flag: string): [string | undefined, string | undefined] {
  const [first, second = first, ...more] = text?.split(",") ?? [];
  if (more.length > 0) throw new UsageError(`--${flag}: expected one value, or one for A and one for B; got "${text}"`);
  return [first, second];
}

function readTable({ flags, format }: CommandLine): "positions" | "pairs" {
  const { table = "positions" } = flags;
  if (flags.table !== undefined && format !== "csv") throw new UsageError("--table belongs to --format csv");
  if (table === "positions" || table === "pairs") return table;
  throw new UsageError(`--table: expected positions or pairs, got "${table}"`);
}

function readTolerance(text: string | undefined): number {
  const tolerance = text === undefined ? 0.01 : readNumber(text, "tolerance");
  if (tolerance <= 0) throw new UsageError(`--tolerance: expected a number above 0, got "${text}"`);
  return tolerance;
}

function readLimit(text: string | undefined, sides: readonly Side[]): number {
  if (text !== undefined) return readCount(text, "limit", farthest);
  return Math.min(Math.max(...sides.map(({ model }) => model.max_position_embeddings ?? 4096)), farthestDefault);
}
