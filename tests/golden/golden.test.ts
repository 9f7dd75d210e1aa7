/** Our engines against other people's libraries: every golden case, each output within the case's own tolerance. */
import { afterAll, describe, expect, test } from "vitest";
import { worstDifference } from "../../web/src/engine/compare-tensors.ts";
import { methodName } from "../../web/src/engine/methods.ts";
import { createPosenc } from "../../web/src/engine/posenc.ts";
import type { OutputName } from "../../web/src/engine/problem.ts";
import { flatten, type GoldenCase, goldenFiles } from "./cases.ts";

const engines = ["reference", "wasm"] as const;
type Engine = (typeof engines)[number];

const open = { reference: await createPosenc({ engine: "reference" }), wasm: await createPosenc({ engine: "wasm" }) };

/** Worst difference and difference / tolerance of one method in one library, per engine. */
interface Line {
  cases: number;
  difference: Record<Engine, number>;
  share: Record<Engine, number>;
}
const lines = new Map<string, Line>();

afterAll(() => {
  for (const engine of engines) open[engine].close();
  console.log(table());
});

/** One entry per output that is off: hidden on one side only, another shape and NaN are off too. */
async function compare({ problem, outputs, tolerance }: GoldenCase, engine: Engine, line: Line): Promise<string[]> {
  const names = Object.keys(outputs) as OutputName[];
  const result = await open[engine].attention(problem, { outputs: names });
  const faults: string[] = [];
  for (const name of names) {
    const golden = flatten(outputs[name] ?? []);
    const difference = worstDifference(result[name], golden);
    const limit = tolerance[engine];
    line.difference[engine] = larger(line.difference[engine], difference);
    line.share[engine] = larger(line.share[engine], difference === 0 ? 0 : difference / limit);
    if (!(difference <= limit)) faults.push(`${name} off by ${difference}, allowed ${limit}`);
  }
  return faults;
}

/** NaN wins. */
function larger(a: number, b: number): number {
  return Number.isNaN(a) || a > b ? a : b;
}

function lineOf({ problem, library }: GoldenCase): Line {
  // "transformers 5.16.1 BertEmbeddings (LayerNorm left out)" -> without what a second case may say otherwise.
  const key = `${methodName(problem).padEnd(16)} ${library.replace(/ \(.*\)$/, "")}`;
  const line = lines.get(key) ?? { cases: 0, difference: { reference: 0, wasm: 0 }, share: { reference: 0, wasm: 0 } };
  lines.set(key, line);
  line.cases++;
  return line;
}

function table(): string {
  const width = Math.max(...[...lines.keys()].map((key) => key.length));
  const number = (value: number) => value.toExponential(1).padStart(9);
  const cell = ({ difference, share }: Line, engine: Engine) =>
    `${number(difference[engine])} ${share[engine].toFixed(3).padStart(7)}`;
  const rows = [...lines].map(
    ([key, line]) =>
      `${key.padEnd(width)} ${`${line.cases}`.padStart(5)}  ${cell(line, "reference")}  ${cell(line, "wasm")}`,
  );
  const head = `${"method           library".padEnd(width)} cases  reference   share       wasm   share`;
  return [head, ...rows].join("\n");
}

describe("the comparison itself", () => {
  const first = goldenFiles()
    .flatMap(({ cases }) => cases)
    .find(({ outputs: { scores } }) => JSON.stringify(scores ?? []).includes("null"));
  const line = (): Line => ({ cases: 0, difference: { reference: 0, wasm: 0 }, share: { reference: 0, wasm: 0 } });
  const changed = (change: (text: string) => string): GoldenCase => {
    if (!first) throw new Error("no case has a hidden score");
    return { ...first, outputs: JSON.parse(change(JSON.stringify(first.outputs))) };
  };

  test("all families are there", () => {
    expect(goldenFiles().length).toBeGreaterThanOrEqual(14);
    expect(goldenFiles().reduce((count, { cases }) => count + cases.length, 0)).toBeGreaterThanOrEqual(116);
  });

  test.each([
    ["a hidden score that is not hidden", (text: string) => text.replace("null", "0")],
    ["a score that should be hidden", (text: string) => text.replace(/(\[)-?[\d.e-]+(,)/, "$1null$2")],
    ["a number that is off", (text: string) => text.replace(/(\[)-?[\d.e-]+(,)/, "$19$2")],
    ["another shape", (text: string) => text.replace(/":\[\[/, '":[[[0]],[')],
  ])("%s is found", async (_, change) => {
    for (const engine of engines) {
      expect(
        await compare(
          changed((text) => text),
          engine,
          line(),
        ),
      ).toEqual([]);
      expect(await compare(changed(change), engine, line())).not.toEqual([]);
    }
  });
});

for (const { file, cases } of goldenFiles()) {
  describe(file, () => {
    for (const golden of cases) {
      test(golden.name, async () => {
        const line = lineOf(golden);
        for (const engine of engines) {
          const faults = await compare(golden, engine, line);
          expect(faults, `${engine}, ${golden.library}`).toEqual([]);
        }
      });
    }
  });
}
