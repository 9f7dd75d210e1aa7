/** A few lines of NumPy that give the numbers of a figure. d is the rotary width. */
import { pythonList } from "../../lab/python-text.ts";
import type { RotationState } from "./state.ts";
import { DISTANCES } from "./tasks/amplitude.ts";
import type { CurvePart } from "./tasks/curve.ts";
import type { ScorePart } from "./tasks/score.ts";

const join = (...lines: string[]): string => `${["import numpy as np", ...lines].join("\n")}\n`;

function frequencyLines({ inv_freq, theta }: RotationState, rotaryDim: number): string[] {
  if (inv_freq.length > 0) return [`d, inv_freq = ${rotaryDim}, np.array(${pythonList(inv_freq)})`];
  return [`d, base = ${rotaryDim}, ${theta}`, "inv_freq = base ** (-np.arange(0, d, 2) / d)"];
}

/** turn(x, p, sign): x at position p; sign is -1 for keys under XPos, whose amplitudes cancel at distance 0. */
function turnLines({ pairing, xpos }: RotationState): string[] {
  const [first, second] = pairing === "half_split" ? [":d // 2", "d // 2:d"] : ["0:d:2", "1:d:2"];
  return [
    ...(xpos ? ["zeta = (2 * np.arange(d // 2) + 0.4 * d) / (1.4 * d)"] : []),
    "def turn(x, p, sign=1):",
    "    y, angle = np.array(x, dtype=float), p * inv_freq",
    `    a, b = y[${first}].copy(), y[${second}].copy()`,
    `    y[${first}] = a * np.cos(angle) - b * np.sin(angle)`,
    `    y[${second}] = a * np.sin(angle) + b * np.cos(angle)`,
    ...(xpos ? ["    size = zeta ** (sign * p / 512)", `    y[${first}] *= size`, `    y[${second}] *= size`] : []),
    "    return y",
  ];
}

export const frequencyPython = (state: RotationState, rotaryDim: number): string =>
  join(...frequencyLines(state, rotaryDim), "wavelength = 2 * np.pi / inv_freq");

export const scorePython = ({ state, rotaryDim, q, k }: ScorePart): string =>
  join(
    ...frequencyLines(state, rotaryDim),
    ...turnLines(state),
    `q = np.array(${pythonList(q)})`,
    `k = np.array(${pythonList(k)})`,
    `i, j = ${state.i}, ${state.j}`,
    "print(turn(q, i) @ turn(k, j, -1), q @ turn(k, j - i, -1))",
  );

export const curvePython = ({ state, rotaryDim, vectors, distances }: CurvePart): string =>
  join(
    ...frequencyLines(state, rotaryDim),
    ...turnLines(state),
    `q = np.array(${pythonList(vectors.q)})`,
    `k = np.array(${pythonList(vectors.k)})`,
    "ones = np.ones(q.size)",
    `keys = ${state.j > state.i ? "" : "-"}np.arange(${distances.length})`,
    "size = np.linalg.norm(q) * np.linalg.norm(k)",
    "single = np.array([q @ turn(k, p, -1) for p in keys]) / size",
    "average = np.array([ones @ turn(ones, p, -1) for p in keys]) / q.size",
  );

export const amplitudePython = (rotaryDim: number): string =>
  join(
    `d = ${rotaryDim}`,
    "zeta = (2 * np.arange(d // 2) + 0.4 * d) / (1.4 * d)",
    `amplitude = [zeta ** (distance / 512) for distance in ${pythonList(DISTANCES)}]`,
  );
