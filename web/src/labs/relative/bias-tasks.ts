/** The bias of every head as a function of the relative position, and inside the scores of one query. */
import type { CorePlan, Method, Posenc, Tensor } from "../../engine/index.ts";
import type { Task } from "../../lab/session.ts";
import type { Buckets, ContentPart, CurvePart, Slopes } from "./parts.ts";
import { biasProblem, circulatingSlopes, contentProblem, methodOf } from "./problems.ts";
import { placeOf, type RelativeState } from "./state.ts";

type Ask = Pick<Posenc, "plan" | "attention">;

/** [head][key] of the plan's only query. */
export function biasOf({ relative_bias: table, relative_rows, shape: { heads, keys } }: CorePlan): number[][] {
  if (!table) return Array.from({ length: heads }, () => Array(keys).fill(0));
  const { key_rows, query_rows, pair_rows } = relative_rows ?? {};
  const rows = table.shape[1] as number;
  const rowOf = (key: number): number => pair_rows?.[key] ?? (key_rows?.[key] ?? 0) - (query_rows?.[0] ?? 0);
  return Array.from({ length: heads }, (_, head) =>
    Array.from({ length: keys }, (_, key) => table.data[head * rows + rowOf(key)] as number),
  );
}

/** [head][key] of a tensor [heads, 1, keys]. */
const rowsOf = ({ data, shape: [heads = 0, , keys = 0] }: Tensor): number[][] =>
  Array.from({ length: heads }, (_, head) => Array.from(data.slice(head * keys, (head + 1) * keys)));

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

export const curveTask = (state: RelativeState): Task<CurvePart, Ask> => ({
  // Two rules may give the same slopes, and still have two names.
  key: JSON.stringify([methodOf(state), state.slope_rule, state.heads, state.mask, state.reach]),
  async run(posenc, signal) {
    const { heads, reach } = state;
    const last = state.mask === "causal" ? reach : 2 * reach;
    const plan = await posenc.plan(biasProblem(methodOf(state), heads, reach, last), { signal });
    return {
      of: state,
      relatives: range(-reach, last - reach),
      bias: biasOf(plan),
      slopes: state.method === "alibi" ? await askSlopes(posenc, state, signal) : null,
      buckets: state.method === "t5_bias" ? await askBuckets(posenc, state, signal) : null,
    };
  },
});

/** The bias one position back is the slope, less its sign. */
async function askSlopes(posenc: Ask, state: RelativeState, signal: AbortSignal): Promise<Slopes> {
  const { heads } = state;
  const slopes = async (method: Method): Promise<number[]> => {
    const bias = biasOf(await posenc.plan(biasProblem(method, heads, 1, 0), { signal }));
    return bias.map(([value = 0]) => -value);
  };
  return {
    present: await slopes(methodOf(state)),
    authors: await slopes({ kind: "alibi", slope_rule: "authors" }),
    geometric: await slopes({ kind: "alibi", slope_rule: "geometric" }),
    circulating: circulatingSlopes(heads),
  };
}

/** A table that holds each bucket's own number says which one a relative position reads. */
async function askBuckets(posenc: Ask, state: RelativeState, signal: AbortSignal): Promise<Buckets> {
  const { buckets, max_distance } = state;
  const reach = Math.ceil(1.25 * max_distance);
  const table = { shape: [buckets, 1], data: Float64Array.from({ length: buckets }, (_, bucket) => bucket) };
  const method = { ...methodOf(state), table } as Method;
  const plan = await posenc.plan(biasProblem(method, 1, reach, 2 * reach), { signal });
  return { relatives: range(-reach, reach), bucket: biasOf(plan)[0] ?? [] };
}

export const contentTask = (state: RelativeState): Task<ContentPart, Ask> => {
  const problem = contentProblem(state);
  return {
    key: JSON.stringify(problem),
    async run(posenc, signal) {
      const { scores, weights } = await posenc.attention(problem, { outputs: ["scores", "weights"], signal });
      const bare = await posenc.attention({ ...problem, method: { kind: "none" } }, { outputs: ["weights"], signal });
      return {
        of: state,
        contents: state.contents,
        query: placeOf(state, state.contents.length).query,
        bias: biasOf(await posenc.plan(problem, { signal })),
        scores: rowsOf(scores as Tensor),
        weights: rowsOf(weights as Tensor),
        plain: rowsOf(bare.weights as Tensor)[0] ?? [],
      };
    },
  };
};
