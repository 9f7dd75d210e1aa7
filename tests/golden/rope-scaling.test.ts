/** Frequencies of the core against Hugging Face's: over a grid of settings, and the vectors that its own tests print. */
import { afterAll, describe, expect, test } from "vitest";
import { createPosenc, type Frequencies } from "../../web/src/engine/index.ts";
import { publishedRope, type RopeCase, ropeCases } from "./rope-cases.ts";

/** Largest relative difference. */
const limits = { float32: 2e-6, double: 1e-12, attention_factor: 1e-12 };
type Quantity = keyof typeof limits;
const quantities = Object.keys(limits) as Quantity[];

const cases = ropeCases();
const published = publishedRope();
const types = { default: 24, linear: 48, dynamic: 48, yarn: 78, longrope: 54, llama3: 56, proportional: 54 };

const posenc = await createPosenc({ engine: "wasm" });

/** The worst of every type, with the case that has it. */
const lines = new Map<string, Record<Quantity, { difference: number; name: string }>>();

afterAll(() => {
  posenc.close();
  console.log(table());
});

/** 0 for equal numbers, 0 among them; NaN stays NaN, and a number that only one side has counts as NaN. */
function relativeDifference(ours: ArrayLike<number>, theirs: readonly number[]): number {
  if (ours.length !== theirs.length) return Number.NaN;
  return theirs.reduce((worst, golden, r) => {
    const difference = ours[r] === golden ? 0 : Math.abs((ours[r] ?? Number.NaN) - golden) / Math.abs(golden);
    return larger(worst, difference);
  }, 0);
}

/** NaN wins. */
function larger(a: number, b: number): number {
  return Number.isNaN(a) || a > b ? a : b;
}

function differences(ours: Pick<Frequencies, "inv_freq" | "attention_factor">, golden: RopeCase) {
  return {
    float32: relativeDifference(ours.inv_freq, golden.inv_freq.float32),
    double: relativeDifference(ours.inv_freq, golden.inv_freq.double),
    attention_factor: relativeDifference([ours.attention_factor], [golden.attention_factor]),
  };
}

function faultsOf(found: Record<Quantity, number>): string[] {
  return quantities
    .filter((quantity) => !(found[quantity] <= limits[quantity]))
    .map((quantity) => `${quantity} off by ${found[quantity]}, allowed ${limits[quantity]}`);
}

function keepWorst(type: string, name: string, found: Record<Quantity, number>): void {
  const none = { difference: 0, name: "" };
  const line = lines.get(type) ?? { float32: none, double: none, attention_factor: none };
  lines.set(type, line);
  for (const quantity of quantities)
    if (larger(found[quantity], line[quantity].difference) !== line[quantity].difference)
      line[quantity] = { difference: found[quantity], name };
}

function table(): string {
  const cell = ({ difference, name }: { difference: number; name: string }) =>
    `${difference.toExponential(1)} ${name && `(${name})`}`.padEnd(26);
  const rows = [...lines].map(([type, line]) =>
    [type.padEnd(13), ...quantities.map((quantity) => cell(line[quantity]))].join(" ").trimEnd(),
  );
  const head = ["rope type".padEnd(13), ...quantities.map((quantity) => quantity.padEnd(26))].join(" ").trimEnd();
  return ["worst relative difference to Hugging Face", head, ...rows].join("\n");
}

function typeOf({ config }: RopeCase): string {
  return config.rope_parameters.rope_type;
}

describe("the comparison itself", () => {
  const golden = cases.find((entry) => typeOf(entry) === "yarn") as RopeCase;
  const same = { inv_freq: Float64Array.from(golden.inv_freq.double), attention_factor: golden.attention_factor };
  const with0 = (value: number) => ({ ...same, inv_freq: Float64Array.from(same.inv_freq).fill(value, 0, 1) });

  test("every type has its cases, and none is counted twice", () => {
    const counts = Object.fromEntries(
      Object.keys(types).map((type) => [type, cases.filter((entry) => typeOf(entry) === type).length]),
    );
    expect(counts).toEqual(types);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(362);
    expect(published.filter(({ inv_freq }) => inv_freq)).toHaveLength(9);
    expect(published).toHaveLength(21);
  });

  test.each([
    ["NaN", with0(Number.NaN)],
    ["a frequency that stands still", with0(0)],
    ["the twelfth digit", with0((same.inv_freq[0] as number) * (1 + 2e-12))],
    ["a missing pair", { ...same, inv_freq: same.inv_freq.slice(1) }],
    ["another attention factor", { ...same, attention_factor: golden.attention_factor + 1e-9 }],
  ])("%s is found", (_, changed) => {
    expect(faultsOf(differences(same, golden))).toEqual([]);
    expect(faultsOf(differences(changed, golden))).not.toEqual([]);
  });
});

describe.each(Object.keys(types))("Hugging Face, %s", (type) => {
  test.each(cases.filter((entry) => typeOf(entry) === type))("$name", async (golden) => {
    const { method, config, name, library } = golden;
    const found = differences(await posenc.frequencies({ method, head_dim: config.head_dim }), golden);
    keepWorst(type, name, found);
    expect(faultsOf(found), `${library}, ${JSON.stringify(method)}`).toEqual([]);
  });
});

describe("the vectors of Hugging Face's tests", () => {
  /** Half a unit of the fifth digit; they were printed from float32. */
  const printed = (golden: number) =>
    golden === 0 ? 0 : 10 ** (Math.floor(Math.log10(golden)) - 4) / 2 + limits.float32 * golden;

  test.each(published)("$test: $name", async ({ method, head_dim, inv_freq, attention_factor }) => {
    const ours = await posenc.frequencies({ method, head_dim });
    expect(relativeDifference([ours.attention_factor], [attention_factor])).toBeLessThanOrEqual(1e-15);
    if (!inv_freq) return;
    expect(ours.inv_freq).toHaveLength(inv_freq.length);
    const off = inv_freq.filter((golden, r) => !(Math.abs((ours.inv_freq[r] as number) - golden) <= printed(golden)));
    expect(off).toEqual([]);
  });
});
