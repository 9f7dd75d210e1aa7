/** A few lines of NumPy that give the numbers of a figure. Names are those of the papers; d is the rotary width. */

import type { Frequencies, RopeScaling, RotaryMethod } from "../../engine/index.ts";
import { pythonList } from "../../lab/python-text.ts";
import type { RotaryAt } from "./reading.ts";
import type { Stage } from "./state.ts";

/** Lines that leave `plain` and `${name}`, and for scalings by length the length n as given. */
export function inverseFrequencies(
  at: RotaryAt,
  found: Frequencies,
  name = "inv_freq",
  length = String(at.length),
): string[] {
  const { method } = at;
  const d = found.rotary_dim;
  if (method.inv_freq) return [`${name} = np.array(${pythonList(method.inv_freq)})`, `plain = ${name}`];
  const first = [`d, base = ${d}, ${method.rope_theta ?? 10000}`, plainLine(method)];
  return [...first, ...still(method, found), ...scalingLines(method.scaling ?? { kind: "none" }, found, name, length)];
}

/** Axial streams have a full set of frequencies each. */
const plainLine = ({ mrope_layout, mrope_section = [] }: RotaryMethod): string =>
  mrope_layout === "axial"
    ? `plain = np.concatenate([base ** (-np.arange(n) / n) for n in ${pythonList(mrope_section)}])`
    : "plain = base ** (-np.arange(0, d, 2) / d)";

/** Proportional: the pairs past the share stand still. */
function still({ rope_type }: RotaryMethod, { inv_freq }: Frequencies): string[] {
  const turning = Array.from(inv_freq).filter((frequency) => frequency !== 0).length;
  return rope_type === "proportional" ? [`plain[${turning}:] = 0`] : [];
}

function scalingLines(scaling: RopeScaling, found: Frequencies, name: string, length: string): string[] {
  switch (scaling.kind) {
    case "none":
      return [`${name} = plain`];
    case "linear":
      return [`${name} = plain / ${scaling.factor}`];
    case "ntk":
      return largerBase(name, String(scaling.alpha));
    case "ntk_per_pair": {
      const { factor, mixed_b } = scaling;
      if (mixed_b === undefined) return [`${name} = plain * ${factor} ** (-2 * (np.arange(d // 2) + 1) / d)`];
      return [`${name} = plain / np.exp(np.log(${factor}) * ((np.arange(d // 2) + 1) / (d / 2)) ** ${mixed_b})`];
    }
    case "dynamic_ntk": {
      const { factor, max_position_embeddings: limit, state = "recomputed" } = scaling;
      const seen = state === "sticky" ? [scaling.longest_seen ?? 0] : [];
      const longest = `max(${[length, ...seen, limit].join(", ")})`;
      // A shorter input brings the plain base back.
      const n =
        state === "static"
          ? factor * limit
          : seen.length > 0
            ? `${longest} if ${length} >= ${limit} else ${limit}`
            : longest;
      return [`n = ${n}`, ...largerBase(name, `(${factor} * n / ${limit} - (${factor} - 1))`)];
    }
    case "qwen_ntk":
      return [
        `n, L = ${length}, ${scaling.original_max_position_embeddings}`,
        "alpha = max(2 ** np.ceil(np.log2(n / L) + 1) - 1, 1)",
        ...largerBase(name, "alpha"),
      ];
    case "ntk_by_parts":
      return byParts(scaling, name, length);
    case "yarn":
      return yarn(scaling, found, name, length);
    case "llama3":
      return [
        `factor, low, high, L = ${scaling.factor}, ${scaling.low_freq_factor}, ${scaling.high_freq_factor}, ${scaling.original_max_position_embeddings}`,
        "turns = L * plain / (2 * np.pi)",
        "smooth = np.clip((turns - low) / max(high - low, 1e-30), 0, 1)",
        `${name} = plain * (smooth + (1 - smooth) / factor)`,
      ];
    case "longrope": {
      const { original_max_position_embeddings: limit, short_factor, long_factor } = scaling;
      const reach = scaling.switch === "limit" ? (scaling.max_position_embeddings ?? limit) : length;
      return [
        `short, long = np.array(${pythonList(short_factor)}), np.array(${pythonList(long_factor)})`,
        `${name} = plain / (long if ${reach} > ${limit} else short)`,
      ];
    }
  }
}

const largerBase = (name: string, alpha: string): string[] => [
  `new_base = base * ${alpha} ** (d / (d - 2))`,
  `${name} = new_base ** (-np.arange(0, d, 2) / d)`,
];

type Yarn = Extract<RopeScaling, { kind: "yarn" }>;
type ByParts = Extract<RopeScaling, { kind: "ntk_by_parts" }>;

function yarn(scaling: Yarn, found: Frequencies, name: string, length: string): string[] {
  const original = scaling.original_max_position_embeddings;
  const begin = scaling.max_position_embeddings ?? original;
  const factor = scaling.dynamic ? `(n / ${original} if n > ${begin} else 1)` : String(found.factor);
  const [low, high] = found.ramp ?? [0, 1];
  return [
    ...(scaling.dynamic ? [`n = ${length}`] : []),
    `factor, low, high = ${factor}, ${low}, ${high}${low === high ? " + 0.001" : ""}`,
    "ramp = np.clip((np.arange(d // 2) - low) / (high - low), 0, 1)",
    ...(scaling.ramp === "inverted" ? ["ramp = 1 - ramp"] : []),
    `${name} = plain * (1 - ramp) + plain / factor * ramp`,
  ];
}

function byParts(scaling: ByParts, name: string, length: string): string[] {
  const original = scaling.original_max_position_embeddings;
  return [
    `L, i = ${original}, np.arange(d // 2)`,
    `s = ${scaling.dynamic ? `max(${length} / L, 1)` : scaling.factor}`,
    "pair = lambda turns: d * np.log(L / (2 * np.pi * turns)) / (2 * np.log(base))",
    "keep = lambda fast, slow: 1 - np.clip((i - max(np.floor(pair(fast)), 0)) / (min(np.ceil(pair(slow)), d - 1) - max(np.floor(pair(fast)), 0)), 0, 1)",
    "ntk = (base * s ** (d / (d - 2))) ** (-2 * i / d)",
    "mixed = plain / s * (1 - keep(1.25, 0.75)) + ntk * keep(1.25, 0.75)",
    `${name} = mixed * (1 - keep(16, 2)) + plain * keep(16, 2)`,
  ];
}

const START = "import numpy as np";
const join = (...lines: string[]): string => `${[START, ...lines].join("\n")}\n`;

export const frequencyPython = (at: RotaryAt, found: Frequencies): string =>
  join(...inverseFrequencies(at, found), "wavelength = 2 * np.pi / inv_freq");

/** Prints the numbers at the top: pairs, factor on cosine and sine, longest wavelength. */
export const answerPython = (at: RotaryAt, found: Frequencies): string =>
  join(
    ...inverseFrequencies(at, found),
    `attention_factor = ${found.attention_factor}`,
    "turning = inv_freq[inv_freq > 0]",
    "print(inv_freq.size, attention_factor, 2 * np.pi / turning.min())",
  );

export const rampPython = (at: RotaryAt, found: Frequencies): string =>
  join(
    ...inverseFrequencies(at, found),
    `interpolated = (plain - inv_freq) / (plain - plain / ${found.factor})`,
    ...(found.original_length === null ? [] : [`turns = ${found.original_length} * plain / (2 * np.pi)`]),
  );

export const factorPython = (at: RotaryAt, found: Frequencies): string =>
  join(...inverseFrequencies(at, found), "factor = plain / inv_freq");

export const curvePython = (at: RotaryAt, found: Frequencies, distances: ArrayLike<number>): string =>
  join(
    ...inverseFrequencies(at, found),
    `A = ${found.attention_factor}  # on cosine and sine`,
    `distances = np.array(${pythonList(distances)})`,
    "cosines = np.cos(np.outer(distances, inv_freq))",
    "mean = A**2 * cosines.mean(axis=1)",
    "deviation = A**2 * np.sqrt((cosines**2).sum(axis=1)) / inv_freq.size",
  );

export function lengthPython(at: RotaryAt, found: Frequencies, lengths: ArrayLike<number>): string {
  const lines = inverseFrequencies(at, found, "inv_freq", "n").filter((line) => line !== "n = n");
  return join(
    `for n in ${pythonList(lengths)}:`,
    ...lines.map((line) => `    ${line}`),
    "    print(n, plain[-1] / inv_freq[-1])",
  );
}

export const comparisonPython = (
  [a, b]: readonly [RotaryAt, RotaryAt],
  [first, second]: readonly [Frequencies, Frequencies],
  positions: ArrayLike<number>,
): string =>
  join(
    ...inverseFrequencies(a, first, "a"),
    ...inverseFrequencies(b, second, "b"),
    "ratio = b / a",
    `positions = np.array(${pythonList(positions)})`,
    "cosine = np.cos(np.outer(positions, a - b)).mean(axis=1)",
    `score_a = ${first.attention_factor} ** 2 * np.cos(np.outer(positions, a)).mean(axis=1)`,
    `score_b = ${second.attention_factor} ** 2 * np.cos(np.outer(positions, b)).mean(axis=1)`,
  );

export const precisionPython = (
  at: RotaryAt,
  found: Frequencies,
  stage: Stage,
  positions: ArrayLike<number>,
): string => {
  const rounded = (name: string, value: string) => (stage === name || stage === "all" ? `to(${value})` : value);
  return join(
    "",
    "def bfloat16(x):  # to the nearest, ties to even, by way of float32",
    "    bits = np.float32(x).view(np.uint32).astype(np.uint64)",
    "    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000",
    "    return bits.astype(np.uint32).view(np.float32).astype(np.float64)",
    "",
    ...inverseFrequencies(at, found),
    `positions = np.array(${pythonList(positions)}, dtype=np.float64)[:, None]`,
    "exact = positions * inv_freq",
    "for to in (lambda x: np.float64(np.float32(x)), bfloat16, lambda x: np.float64(np.float16(x))):",
    `    angle = ${rounded("angle", `${rounded("position", "positions")} * ${rounded("inv_freq", "inv_freq")}`)}`,
    stage === "table"
      ? "    print(np.abs(to(np.cos(angle)) - np.cos(exact)).max(axis=1))"
      : "    print(np.abs(angle - exact).max(axis=1))",
  );
};
