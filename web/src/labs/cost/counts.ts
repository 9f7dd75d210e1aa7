/** What each method adds: learned numbers, tables that the plan holds, bytes in the cache. */
import type { CorePlan, Posenc, Problem, Tensor } from "../../engine/index.ts";
import type { Task } from "../../lab/session.ts";
import type { CostState } from "./state.ts";

export const COUNTED = [
  "none",
  "sinusoidal",
  "learned",
  "rotary",
  "alibi",
  "t5_bias",
  "kerple",
  "sandwich",
  "fire",
  "shaw",
  "transformer_xl",
  "deberta",
  "cope",
] as const;
export type Counted = (typeof COUNTED)[number];

export interface Count {
  method: Counted;
  /** Learned numbers. */
  parameters: number;
  /** Of the tables that are made for these tokens; null where drawing them takes the core too long to be asked beside. */
  tableBytes: number | null;
}

export interface Counts {
  rows: readonly Count[];
  tokens: number;
  /** q, k, v and the output. */
  inputBytes: number;
  /** heads × tokens × tokens: never made. */
  scoreBytes: number;
  /** A key and a value of every head. */
  cacheBytesPerToken: number;
}

interface Sizes {
  heads: number;
  width: number;
  tokens: number;
}

/** Defaults of the methods, as the core has them. */
const LEARNED_ROWS = 512;
const T5_BUCKETS = 32;
const SHAW_CLIP = 16;
const DEBERTA_SPAN = 512;
const COPE_POSITIONS = 64;
const FIRE_HIDDEN = 32;

/** Learned numbers of a layer's method. */
export function parametersOf(method: Counted, { heads, width }: Sizes): number {
  const model = heads * width;
  switch (method) {
    case "learned":
      return LEARNED_ROWS * model;
    case "t5_bias":
      return T5_BUCKETS * heads;
    case "kerple":
      return 2 * heads;
    // Hidden weights and biases, then a weight per head and its bias; c and the threshold.
    case "fire":
      return 2 * FIRE_HIDDEN + heads * FIRE_HIDDEN + heads + 2;
    case "shaw":
      return 2 * (2 * SHAW_CLIP + 1) * width;
    // u and v, and the projection of the distances.
    case "transformer_xl":
      return 2 * model + model * model;
    case "deberta":
      return 2 * 2 * DEBERTA_SPAN * model;
    case "cope":
      return COPE_POSITIONS * width;
    default:
      return 0;
  }
}

const bytesOf = (...tensors: readonly (Tensor | undefined)[]): number =>
  tensors.reduce((sum, tensor) => sum + (tensor?.data.byteLength ?? 0), 0);

/** Rotations of queries and keys, the bias and vectors of relative positions with their rows, vectors that are added. */
export function tableBytesOf(plan: CorePlan): number {
  const { rotation, relative_bias, relative_rows, encoding } = plan;
  const turned = rotation
    ? bytesOf(rotation.query_cosine, rotation.query_sine, rotation.key_cosine, rotation.key_sine)
    : 0;
  const vectors = [plan.relative_keys, plan.relative_queries, plan.relative_values];
  const lists = [...Object.values(relative_rows ?? {}), ...vectors.map((one) => one?.row_of)];
  const rows = lists.reduce((sum: number, list) => sum + (list?.byteLength ?? 0), 0);
  return turned + bytesOf(relative_bias, encoding, plan.gated?.table, ...vectors.map((one) => one?.table)) + rows;
}

export const countsTask = (state: CostState): Task<Counts> => {
  const sizes = { heads: Number(state.heads), width: Number(state.head_dim), tokens: state.tokens };
  return {
    key: JSON.stringify(sizes),
    async run(posenc, signal) {
      const rows: Count[] = [];
      for (const method of COUNTED)
        rows.push({
          method,
          parameters: parametersOf(method, sizes),
          tableBytes: await tableBytes(posenc, method, sizes, signal),
        });
      const vector = sizes.heads * sizes.width * 4;
      return {
        rows,
        tokens: sizes.tokens,
        inputBytes: 4 * sizes.tokens * vector,
        scoreBytes: sizes.heads * sizes.tokens ** 2 * 4,
        cacheBytesPerToken: 2 * vector,
      };
    },
  };
};

/** Whose tables take the core up to a second to draw: it is not asked. */
const UNSEEN: readonly Counted[] = ["transformer_xl", "deberta"];
/** FIRE has a number for each pair; they are counted on few tokens. */
const FIRE_TOKENS = 64;

async function tableBytes(
  posenc: Pick<Posenc, "plan">,
  method: Counted,
  sizes: Sizes,
  signal: AbortSignal,
): Promise<number | null> {
  if (UNSEEN.includes(method)) return null;
  const tokens = method === "fire" ? Math.min(FIRE_TOKENS, sizes.tokens) : sizes.tokens;
  const bytes = tableBytesOf(await posenc.plan(planProblem(method, { ...sizes, tokens }), { signal }));
  return bytes * (sizes.tokens / tokens) ** 2;
}

/** Of zeros: tables depend on the sizes, not on what the tokens are. No wider than the table asks for. */
function planProblem(kind: Counted, { heads, width, tokens }: Sizes): Problem {
  const words = { kind: "tokens" as const, tokens: Array.from({ length: tokens }, () => "a") };
  const encoded = { ...words, model_dim: heads * width, heads: 1, head_dim: 2 };
  if (kind === "sinusoidal") return { input: encoded, method: { kind } };
  if (kind === "learned") return { input: encoded, method: { kind, rows: Math.max(LEARNED_ROWS, tokens) } };
  const isBias = !["rotary", "shaw", "cope"].includes(kind);
  const shape = isBias ? [heads, tokens, 2] : [1, tokens, width];
  const zeros: Tensor = { shape, data: new Float32Array(shape.reduce((product, size) => product * size, 1)) };
  return { input: { kind: "tensors", query: zeros, key: zeros, value: zeros }, method: { kind } };
}
