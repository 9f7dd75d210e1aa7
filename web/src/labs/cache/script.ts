/**
 * A NumPy script of the cache: the prompt at once, then token by token with the keys and values that are kept. It prints
 * the bytes at the top, how far the steps are from attention over all tokens at once, and, where frequencies go by the
 * length, how far the shown step would be off with keys that stay as they were turned.
 */
import type { CorePlan, Frequencies } from "../../engine/index.ts";
import { array, attendLines } from "../../lab/attention-script.ts";
import { planTerm } from "../../lab/plan-script.ts";
import { MOST_WRITTEN, pythonList } from "../../lab/python-text.ts";
import type { Storage } from "./problem.ts";

export interface Decoded {
  plan: CorePlan;
  /** At lengths 1, 2, …; none where nothing turns. */
  frequencies: readonly Frequencies[];
  storage: Storage;
  prompt: number;
  /** Tokens in the cache at the step that is shown. */
  cached: number;
}

export function cacheScript(decoded: Decoded): string {
  const { plan, frequencies, storage, prompt, cached } = decoded;
  const { query, key, value } = plan;
  const count = [query, key, value].reduce((sum, { data }) => sum + data.length, 0);
  if (count > MOST_WRITTEN) return bytesScript(decoded);
  const { heads, kv_heads } = plan.shape;
  const term = planTerm(plan);
  return [
    "import numpy as np",
    "",
    `prompt, cached = ${prompt}, ${cached}`,
    "# [heads, tokens, head_dim], as they are projected",
    `query = ${array(query)}`,
    `key = ${array(key)}`,
    `value = ${array(value)}`,
    "tokens = query.shape[1]",
    "visible = np.tri(tokens, dtype=bool)",
    ...term.before,
    ...(frequencies.length > 0 ? turnLines(frequencies, storage) : []),
    "",
    `def attend(query, key, value, visible${plan.relative_rows ? ", row" : ""}):`,
    ...[...attendLines({ scale: plan.scale, group: heads / kv_heads }, term), "return scores, output"].map(
      (line) => `    ${line}`,
    ),
    "",
    ...(storage === "unrotated" ? anewLines : keptLines(plan, storage)),
    "",
  ].join("\n");
}

const START = ["keys, values, outputs = key[:, :0], value[:, :0], []"];
const LOOP = "for start, end in [(0, prompt), *((t, t + 1) for t in range(prompt, tokens))]:";
const PRINTED = [
  "each = 4 * (keys[:, 0].size + values[:, 0].size)  # bytes of float32",
  "print(cached * each, each)",
  "print(np.abs(np.concatenate(outputs, axis=1) - whole).max())",
];

/** Keys are kept as they enter the product. */
function keptLines({ rotation, relative_rows }: CorePlan, storage: Storage): string[] {
  const turned = (vectors: string, first: string, sign: string) =>
    rotation ? `turned(${vectors}, ${first}${storage === "scaled" ? `, ${sign}` : ""})` : vectors;
  const [rows, all] = relative_rows ? [", row[start:end, :end]", ", row"] : ["", ""];
  return [
    ...START,
    LOOP,
    `    keys = np.concatenate([keys, ${turned("key[:, start:end]", "start", "-1")}], axis=1)`,
    "    values = np.concatenate([values, value[:, start:end]], axis=1)",
    `    step = ${turned("query[:, start:end]", "start", "1")}`,
    `    outputs.append(attend(step, keys, values, visible[start:end, :end]${rows})[1])`,
    `whole = attend(${turned("query", "0", "1")}, ${turned("key", "0", "-1")}, value, visible${all})[1]`,
    ...PRINTED,
  ];
}

/** Keys are kept as they were projected, and turned anew in every step. */
const anewLines = [
  ...START,
  "stale, off, whole = key[:, :0], np.zeros(tokens), np.zeros((query.shape[0], tokens, value.shape[2]))",
  LOOP,
  "    keys = np.concatenate([keys, key[:, start:end]], axis=1)",
  "    values = np.concatenate([values, value[:, start:end]], axis=1)",
  "    stale = np.concatenate([stale, turned(key[:, start:end], start, end)], axis=1)  # turned once, when they come",
  "    step, seen = turned(query[:, start:end], start, end), visible[start:end, :end]",
  "    scores, output = attend(step, turned(keys, 0, end), values, seen)",
  "    off[end - 1] = np.abs(attend(step, stale, values, seen)[0][:, seen] - scores[:, seen]).max()",
  "    outputs.append(output)",
  "    at_once = attend(turned(query[:, :end], 0, end), turned(key[:, :end], 0, end), value[:, :end], visible[:end, :end])",
  "    whole[:, start:end] = at_once[1][:, start:end]",
  ...PRINTED,
  "print(off[cached - 1])",
];

/** turned(x, first): x at the positions from `first` on, halves paired; by the length, or with XPos's sizes. */
function turnLines(frequencies: readonly Frequencies[], storage: Storage): string[] {
  const isByLength = storage === "unrotated";
  const shown = isByLength ? frequencies : frequencies.slice(-1);
  const numbers = (texts: readonly (number | string)[]) => (isByLength ? `[${texts.join(", ")}]` : `${texts[0]}`);
  const at = isByLength ? "[length - 1]" : "";
  const isScaled = storage === "scaled";
  return [
    `inv_freq = np.array(${numbers(shown.map(({ inv_freq }) => pythonList(inv_freq)))})${isByLength ? "  # at each length" : ""}`,
    `amplitude = ${numbers(shown.map(({ attention_factor }) => attention_factor))}`,
    ...(isScaled ? ["zeta = (np.linspace(0, 1, inv_freq.size, endpoint=False) + 0.4) / 1.4"] : []),
    "",
    `def turned(x, first${isByLength ? ", length" : isScaled ? ", sign" : ""}):`,
    "    positions = first + np.arange(x.shape[1])[:, None]",
    `    angle, size = positions * inv_freq${at}, amplitude${at}${isScaled ? " * zeta ** (sign * positions / 512)" : ""}`,
    "    a, b = np.split(x, 2, axis=-1)",
    "    turns = a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)",
    "    return np.concatenate([size * turn for turn in turns], axis=-1)",
  ];
}

/** Of vectors that are too many to be written down. */
function bytesScript({ plan: { shape }, cached }: Decoded): string {
  return `import numpy as np

tokens, kv_heads, head_dim = ${cached}, ${shape.kv_heads}, ${shape.head_dim}
key_and_value = np.zeros((2, kv_heads, tokens, head_dim), dtype=np.float32)
print(key_and_value.nbytes, key_and_value.nbytes // tokens)
`;
}
