/** Python that gives the numbers of a figure, without libraries. */
import type { SinusoidalTable } from "./methods.ts";
import type { AbsoluteState } from "./state.ts";

const FREQUENCIES: Record<SinusoidalTable, string> = {
  paper: "[base ** (-2 * r / width) for r in range((width + 1) // 2)]",
  concatenated: "[base ** (-2 * r / width) for r in range((width + 1) // 2)]",
  tensor2tensor: "[base ** (-r / max(width // 2 - 1, 1)) for r in range(width // 2)]",
  fairseq: "[base ** (-r / max(width // 2 - 1, 1)) for r in range(width // 2)]",
};

const BLOCKS = "[sin(a) for a in angles] + [cos(a) for a in angles[: width // 2]]";
const ROWS: Record<SinusoidalTable, string> = {
  paper: "[f(a) for a in angles for f in (sin, cos)][:width]",
  concatenated: BLOCKS,
  tensor2tensor: `${BLOCKS} + [0.0] * (width % 2)`,
  fairseq: `${BLOCKS} + [0.0] * (width % 2)`,
};

/** Defines `frequencies` and `encoding(p)`. */
export function encodingPython({ method, base, d_model, offset }: AbsoluteState): string {
  const table = method as SinusoidalTable;
  return `from math import cos, pi, sin

base, width, offset = ${base}, ${d_model}, ${offset}
frequencies = ${FREQUENCIES[table]}

def encoding(p):
    angles = [(p + offset) * w for w in frequencies]
    return ${ROWS[table]}
`;
}

/** Numbers that no formula gives: rows of a table that was drawn. */
export const literalPython = (name: string, values: ArrayLike<number>): string =>
  `${name} = [${Array.from(values).join(", ")}]\n`;
