/** The problem that a state describes, and the shell line that gives its numbers. */
import type { Method, Problem, RopeScaling } from "../../engine/index.ts";
import { splitTokens } from "../../state/tokens.ts";
import { type CacheState, MOST_TOKENS } from "./state.ts";

/** What the cached keys carry of positions. */
export type Storage =
  /** Nothing: the relation is stated in the score. */
  | "bare"
  /** The encoding that was added before the projection. */
  | "absolute"
  /** Their rotation. */
  | "rotated"
  /** Nothing yet: they are turned in every step, as the frequencies go by the length. */
  | "unrotated"
  /** Their rotation and an amplitude of their position. */
  | "scaled";

export function storageOf({ method, policy }: Pick<CacheState, "method" | "policy">): Storage {
  switch (method) {
    case "sinusoidal":
    case "learned":
      return "absolute";
    case "rotary":
    case "linear":
    case "yarn":
      return "rotated";
    case "dynamic_ntk":
      return policy === "static" ? "rotated" : "unrotated";
    case "longrope":
      return "unrotated";
    case "xpos":
      return "scaled";
    default:
      return "bare";
  }
}

/** Whether a turned pair alone tells the score: XPos changes its size as well. */
export const hasProbe = (state: CacheState): boolean => ["rotated", "unrotated"].includes(storageOf(state));

/** Longer texts end here; the page says so. */
export const tokensOf = ({ text }: Pick<CacheState, "text">): string[] => splitTokens(text).slice(0, MOST_TOKENS);

/** Tokens that are in the cache after the step that is shown. */
export function cachedOf(state: CacheState): { prompt: number; cached: number; tokens: readonly string[] } {
  const tokens = tokensOf(state);
  const prompt = Math.min(state.prompt, Math.max(1, tokens.length));
  return { prompt, cached: Math.min(Math.max(state.step, prompt), Math.max(1, tokens.length)), tokens };
}

/** Dropping leaves one token at least. */
export const droppedOf = (state: CacheState): number => Math.min(state.drop, Math.max(0, tokensOf(state).length - 1));

export function methodOf(state: CacheState): Method {
  const { method, base } = state;
  switch (method) {
    case "linear":
    case "yarn":
    case "dynamic_ntk":
    case "longrope":
      return { kind: "rotary", rope_theta: base, scaling: scalingOf(state, method) };
    case "rotary":
      return { kind: "rotary", rope_theta: base };
    case "xpos":
      return { kind: "rotary", rope_theta: base, xpos: {} };
    default:
      return { kind: method };
  }
}

function scalingOf(state: CacheState, kind: "linear" | "yarn" | "dynamic_ntk" | "longrope"): RopeScaling {
  const { factor, original, policy, longest, head_dim } = state;
  switch (kind) {
    case "linear":
      return { kind, factor };
    case "yarn":
      return { kind, factor, original_max_position_embeddings: original };
    case "dynamic_ntk":
      return {
        kind,
        factor,
        max_position_embeddings: original,
        state: policy,
        ...(policy === "sticky" && longest > 0 ? { longest_seen: longest } : {}),
      };
    case "longrope": {
      const pairs = Number(head_dim) / 2;
      return {
        kind,
        short_factor: Array.from({ length: pairs }, () => 1),
        long_factor: Array.from({ length: pairs }, (_, pair) => factor ** ((pair + 1) / pairs)),
        original_max_position_embeddings: original,
        factor,
      };
    }
  }
}

/** Of the tokens from `first` on, at positions that start again from 0. */
export function problemOf(state: CacheState, first = 0): Problem {
  const heads = Number(state.heads);
  const head_dim = Number(state.head_dim);
  return {
    input: {
      kind: "tokens",
      tokens: tokensOf(state).slice(first),
      model_dim: heads * head_dim,
      heads,
      kv_heads: Number(state.kv_heads),
      head_dim,
    },
    method: methodOf(state),
    mask: { kind: "causal" },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const commandOf = (state: CacheState): string =>
  `echo ${quoted(JSON.stringify(problemOf(state)))} | npx posenc decode - --outputs scores`;
