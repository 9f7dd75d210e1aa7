/** State -> the engine's problem, and the shell line that gives the same numbers. */
import type { Mask, Method, Problem } from "../../engine/index.ts";
import type { ProblemInput, Tensor } from "../../engine/problem.ts";
import { isInLink, jsonInput } from "../../lab/given.ts";
import { givenInput } from "./given.ts";
import type { ScoresState } from "./state.ts";
import { tokenList } from "./token-list.ts";

export function methodOf(state: ScoresState): Method {
  switch (state.method) {
    case "sinusoidal":
      return { kind: "sinusoidal", table: state.table, base: state.base };
    case "learned":
      return { kind: "learned", rows: state.rows };
    case "shaw":
      return { kind: "shaw", max_relative_position: state.max_relative_position };
    case "transformer_xl":
      return { kind: "transformer_xl", clamp_len: state.clamp_len };
    case "deberta":
      return { kind: "deberta", max_relative_positions: state.max_relative_positions };
    case "t5_bias": {
      const { relative_attention_num_buckets, relative_attention_max_distance, bidirectional } = state;
      return { kind: "t5_bias", relative_attention_num_buckets, relative_attention_max_distance, bidirectional };
    }
    case "alibi":
      return { kind: "alibi", direction: state.direction, slope_rule: state.slope_rule };
    case "rotary":
      return { kind: "rotary", pairing: state.pairing, rope_theta: state.rope_theta };
    case "kerple":
      return { kind: "kerple", form: state.form };
    case "sandwich":
      return { kind: "sandwich", dimension: state.dimension };
    case "fire":
      return { kind: "fire", threshold: state.threshold };
    case "cope":
      return { kind: "cope", scaled: state.scaled };
    default:
      return { kind: "none" };
  }
}

export function maskOf({ mask, window }: ScoresState): Mask {
  return mask === "window" ? { kind: "sliding_window", window } : { kind: mask };
}

export function problemOf(state: ScoresState): Problem {
  return { mask: maskOf(state), ...state.given?.problem, input: inputOf(state), method: methodOf(state) };
}

function inputOf(state: ScoresState): ProblemInput {
  const { heads, head_dim, seed } = state;
  const given = givenInput(state);
  if (given?.kind === "tensors") return given;
  const layer = { heads, head_dim, seed };
  if (given?.kind === "embeddings") return { ...given, ...layer };
  return { kind: "tokens", tokens: tokenList(state).tokens, model_dim: heads * head_dim, ...layer };
}

/** The same as text: tensors become nested lists. */
export function jsonProblemOf(state: ScoresState): Problem {
  const problem = problemOf(state);
  return { ...problem, input: jsonInput(problem.input) };
}

export function headsOf(state: ScoresState): number {
  const given = givenInput(state);
  return given?.kind === "tensors" ? ((given.query as Tensor).shape[0] ?? 1) : state.heads;
}

/** Width of the output; 0 where q and k are given without v: there is none. */
export function valueDimOf(state: ScoresState): number {
  const given = givenInput(state);
  if (given?.kind !== "tensors") return state.head_dim;
  return given.value ? ((given.value as Tensor).shape[2] ?? 1) : 0;
}

/** The shown head, where the state names one that its layer does not have. */
export const headOf = (state: ScoresState): number => Math.min(state.head, headsOf(state) - 1);

/** null: numbers of files that no line holds. */
export function commandOf(state: ScoresState): string | null {
  if (!isInLink(state.given)) return null;
  const json = JSON.stringify(jsonProblemOf(state)).replaceAll("'", "'\\''");
  const outputs = valueDimOf(state) > 0 ? "scores,weights,output" : "scores,weights";
  return `printf %s '${json}' | npx posenc attention --outputs ${outputs}`;
}
