/** What the engine computes for the page, part by part. */
import type {
  FloatFormat,
  Frequencies,
  PhaseError,
  Posenc,
  RotaryDifference,
  RotaryMethod,
  RotaryRequest,
  ScoreCurve,
} from "../../engine/index.ts";
import type { DialectComparison } from "../../io/hf-config/compare-dialects.ts";
import type { Task } from "./session.ts";
import type { Stage } from "./state.ts";

export type Engine = Pick<Posenc, "frequencies" | "scoreCurve" | "rotaryDifference" | "phaseError" | "close">;

/** A rotary method of a model at a length. */
export interface RotaryAt extends RotaryRequest {
  length: number;
}

export interface CurvePart {
  scaled: ScoreCurve;
  plain: ScoreCurve;
}

export interface LengthPart {
  lengths: readonly number[];
  /** At each length. */
  frequencies: readonly Frequencies[];
}

export const FORMATS = ["float32", "bfloat16", "float16"] as const satisfies readonly FloatFormat[];

export interface PrecisionPart {
  stage: Stage;
  errors: Record<(typeof FORMATS)[number], PhaseError>;
}

export interface ComparisonPart {
  /** null: the same without its scaling. */
  names: readonly [string | null, string];
  requests: readonly [RotaryAt, RotaryAt];
  a: Frequencies;
  b: Frequencies;
  /** null: the widths differ, so pairs do not correspond. */
  difference: RotaryDifference | null;
}

export interface Parts {
  frequencies: { at: RotaryAt; frequencies: Frequencies };
  curve: CurvePart;
  lengths: LengthPart;
  precision: PrecisionPart;
  comparison: ComparisonPart;
  dialects: DialectComparison;
}

export const withoutScaling = (method: RotaryMethod): RotaryMethod => {
  const { scaling: _, ...plain } = method;
  return plain;
};

/** Whole numbers from `first` to `last`, about `count` of them, evenly spread over the logarithm. */
export function spread(first: number, last: number, count: number): number[] {
  const ratio = Math.log(Math.max(last, first + 1) / first) / (count - 1);
  return [...new Set(Array.from({ length: count }, (_, at) => Math.round(first * Math.exp(at * ratio))))];
}

export const frequenciesTask = (at: RotaryAt): Task<Parts["frequencies"]> => ({
  key: JSON.stringify(at),
  run: async (posenc, signal) => ({ at, frequencies: await posenc.frequencies(at, { signal }) }),
});

export const curveTask = (at: RotaryAt): Task<CurvePart> => ({
  key: JSON.stringify(at),
  run: async (posenc, signal) => {
    const distances = spread(1, at.length, 320);
    return {
      scaled: await posenc.scoreCurve({ ...at, distances }, { signal }),
      plain: await posenc.scoreCurve({ ...at, method: withoutScaling(at.method), distances }, { signal }),
    };
  },
});

/** Whether a scaling goes by the length. */
export function followsLength({ scaling }: RotaryMethod): boolean {
  switch (scaling?.kind) {
    case "dynamic_ntk":
      return scaling.state !== "static";
    case "qwen_ntk":
      return true;
    case "yarn":
    case "ntk_by_parts":
      return scaling.dynamic === true;
    case "longrope":
      return scaling.switch !== "limit";
    default:
      return false;
  }
}

/** Up to four times the length where the change begins, and that length itself with its neighbour. */
export const lengthsTask = (at: RotaryAt, boundary: number): Task<LengthPart> => ({
  key: JSON.stringify([at.method, at.head_dim, boundary]),
  run: async (posenc, signal) => {
    const around = [boundary, boundary + 1, 2 * boundary, 2 * boundary + 1];
    const lengths = [...new Set([...spread(Math.max(1, Math.round(boundary / 4)), 8 * boundary, 90), ...around])];
    lengths.sort((a, b) => a - b);
    const frequencies: Frequencies[] = [];
    for (const length of lengths) frequencies.push(await posenc.frequencies({ ...at, length }, { signal }));
    return { lengths, frequencies };
  },
});

export const precisionTask = (at: RotaryAt, stage: Stage): Task<PrecisionPart> => ({
  key: JSON.stringify([at, stage]),
  run: async (posenc, signal) => {
    const positions = spread(1, Math.max(2, at.length - 1), 240);
    const stages = stage === "all" ? (["inv_freq", "position", "angle", "table"] as const) : [stage];
    const errors = {} as PrecisionPart["errors"];
    for (const format of FORMATS) {
      const angle_precision = Object.fromEntries(stages.map((name) => [name, format]));
      const method = { ...at.method, angle_precision };
      errors[format] = await posenc.phaseError({ ...at, method, positions }, { signal });
    }
    return { stage, errors };
  },
});

export const comparisonTask = (a: RotaryAt, b: RotaryAt, names: [string | null, string]): Task<ComparisonPart> => ({
  key: JSON.stringify([a, b, names]),
  run: async (posenc, signal) => {
    const [first, second] = [await posenc.frequencies(a, { signal }), await posenc.frequencies(b, { signal })];
    const sameWidth = first.rotary_dim === second.rotary_dim;
    const positions = [0, ...spread(1, Math.max(2, a.length, b.length), 300)];
    return {
      names,
      requests: [a, b],
      a: first,
      b: second,
      difference: sameWidth ? await posenc.rotaryDifference({ a, b, positions }, { signal }) : null,
    };
  },
});
