/** What the engine computes for the page, part by part. */
import type {
  FloatFormat,
  Frequencies,
  PhaseError,
  Posenc,
  RotaryDifference,
  RotaryMethod,
  ScoreCurve,
} from "../../engine/index.ts";
import type { DialectComparison } from "../../io/hf-config/compare-dialects.ts";
import type { Dialect } from "../../io/hf-config/types.ts";
import type { Task as SessionTask } from "../../lab/session.ts";
import type { LengthOrigin, RotaryAt } from "./reading.ts";
import type { Stage } from "./state.ts";

export type Engine = Pick<Posenc, "frequencies" | "scoreCurve" | "rotaryDifference" | "phaseError" | "close">;
export type Task<T> = SessionTask<T, Engine>;

/** Scalings without one factor for all that they divide. */
const OWN_FACTORS = ["longrope", "ntk", "ntk_per_pair", "dynamic_ntk", "qwen_ntk"];

export const hasOwnFactors = ({ scaling }: RotaryMethod): boolean => OWN_FACTORS.includes(scaling?.kind ?? "none");

/** What each pair is divided by; 1 for those that stand still. */
export const pairFactors = ({ plain_inv_freq, inv_freq }: Frequencies): number[] =>
  Array.from(plain_inv_freq, (plain, pair) => (inv_freq[pair] ? plain / inv_freq[pair] : 1));

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

/** What A or B is: the page puts it into words. */
export interface Side {
  name: string;
  dialect: Dialect;
  /** null where the model has one type of layers. */
  layerType: string | null;
}

export interface ComparisonPart {
  /** null: the same without its scaling. */
  sides: readonly [Side | null, Side];
  requests: readonly [RotaryAt, RotaryAt];
  a: Frequencies;
  b: Frequencies;
  /** null: the widths differ, so pairs do not correspond. */
  difference: RotaryDifference | null;
}

export interface FoundFrequencies {
  at: RotaryAt;
  frequencies: Frequencies;
}

export interface PresentFrequencies extends FoundFrequencies {
  origin: LengthOrigin;
}

/** Of every type of layers that turns, by its name. */
export type LayersPart = Readonly<Record<string, FoundFrequencies>>;

export interface Parts {
  frequencies: PresentFrequencies;
  curve: CurvePart;
  lengths: LengthPart;
  precision: PrecisionPart;
  comparison: ComparisonPart;
  dialects: DialectComparison;
  layers: LayersPart;
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

export const frequenciesTask = (at: RotaryAt, origin: LengthOrigin): Task<PresentFrequencies> => ({
  key: JSON.stringify([at, origin]),
  run: async (posenc, signal) => ({ at, origin, frequencies: await posenc.frequencies(at, { signal }) }),
});

export const layersTask = (rotary: readonly (readonly [name: string, at: RotaryAt])[]): Task<LayersPart> => ({
  key: JSON.stringify(rotary),
  run: async (posenc, signal) => {
    const found: [string, FoundFrequencies][] = [];
    for (const [name, at] of rotary) found.push([name, { at, frequencies: await posenc.frequencies(at, { signal }) }]);
    return Object.fromEntries(found);
  },
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

/** Around the length where the change begins, up to `last`; that length itself with its neighbour. */
export const lengthsTask = (at: RotaryAt, boundary: number, last: number): Task<LengthPart> => ({
  key: JSON.stringify([at.method, at.head_dim, boundary, last]),
  run: async (posenc, signal) => {
    const around = [boundary, boundary + 1, 2 * boundary, 2 * boundary + 1];
    const lengths = [...new Set([...spread(Math.max(1, Math.round(boundary / 4)), last, 90), ...around])];
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

export const comparisonTask = (a: RotaryAt, b: RotaryAt, sides: ComparisonPart["sides"]): Task<ComparisonPart> => ({
  key: JSON.stringify([a, b, sides]),
  run: async (posenc, signal) => {
    const [first, second] = [await posenc.frequencies(a, { signal }), await posenc.frequencies(b, { signal })];
    const sameWidth = first.rotary_dim === second.rotary_dim;
    const positions = [0, ...spread(1, Math.max(2, a.length, b.length), 300)];
    return {
      sides,
      requests: [a, b],
      a: first,
      b: second,
      difference: sameWidth ? await posenc.rotaryDifference({ a, b, positions }, { signal }) : null,
    };
  },
});
