/**
 * The lab's state = the problem with its defaults filled in, and the way back: what equals a default is left out,
 * so that links stay short. The defaults of sizes, seed and base are those of the core's reader.
 */
import type { Mask, Method, Problem, Projections, TokenInput } from "../engine/problem.ts";
import { reversal, sameOrder } from "./permutation.ts";

export interface LabInput extends TokenInput {
  model_dim: number;
  heads: number;
  kv_heads: number;
  head_dim: number;
  seed: number;
}

/** A problem of this lab: words in, every choice that the page shows filled in. */
export interface LabProblem extends Problem {
  input: LabInput;
  method: Method;
  mask: Mask;
  permutation: number[];
  permute_mask: boolean;
}

/** cpp/bindings/read_problem.cpp; kv_heads defaults to heads, head_dim to model_dim / heads. */
export const SIZE = { model_dim: 8, heads: 1, seed: 0 } as const;
export const BASE = 10_000;

export function complete(problem: Problem & { input: TokenInput }): LabProblem {
  const { input } = problem;
  const heads = input.heads ?? SIZE.heads;
  const modelDim = input.model_dim ?? SIZE.model_dim;
  return {
    ...problem,
    input: {
      ...input,
      model_dim: modelDim,
      heads,
      kv_heads: input.kv_heads ?? heads,
      head_dim: input.head_dim ?? modelDim / heads,
      seed: input.seed ?? SIZE.seed,
    },
    method: problem.method ?? { kind: "none" },
    mask: problem.mask ?? { kind: "none" },
    permutation: [...(problem.permutation ?? reversal(input.tokens.length))],
    permute_mask: problem.permute_mask ?? false,
  };
}

export function fromTokens(tokens: readonly string[]): LabProblem {
  return complete({ input: { kind: "tokens", tokens } });
}

/** Leaves out what the core would fill in alike. Keys keep one order, so equal problems give equal texts. */
export function shorten(problem: LabProblem): Problem {
  const { input } = problem;
  const short: Problem = {
    input: {
      kind: "tokens",
      tokens: [...input.tokens],
      ...unless(input.model_dim === SIZE.model_dim, { model_dim: input.model_dim }),
      ...unless(input.heads === SIZE.heads, { heads: input.heads }),
      ...unless(input.kv_heads === input.heads, { kv_heads: input.kv_heads }),
      ...unless(input.head_dim === input.model_dim / input.heads, { head_dim: input.head_dim }),
      ...given("value_dim", input.value_dim),
      ...unless(input.seed === SIZE.seed, { seed: input.seed }),
      ...given<"projections", Projections>("projections", input.projections),
    },
  };
  const method = shortenMethod(problem.method);
  if (method.kind !== "none") short.method = method;
  if (problem.mask.kind !== "none") short.mask = problem.mask;
  if (problem.query_positions) short.query_positions = problem.query_positions;
  if (problem.key_positions) short.key_positions = problem.key_positions;
  if (problem.scale !== undefined) short.scale = problem.scale;
  if (problem.softcap) short.softcap = problem.softcap;
  if (!sameOrder(problem.permutation, reversal(input.tokens.length))) short.permutation = problem.permutation;
  if (problem.permute_mask) short.permute_mask = true;
  return short;
}

function shortenMethod(method: Method): Method {
  switch (method.kind) {
    case "none":
      return { kind: "none" };
    case "sinusoidal":
      return { kind: "sinusoidal", ...unless((method.base ?? BASE) === BASE, { base: method.base }) };
    case "alibi":
      return {
        kind: "alibi",
        ...given("slopes", method.slopes),
        ...unless((method.direction ?? "causal") === "causal", { direction: method.direction }),
      };
    case "rotary":
      return {
        kind: "rotary",
        ...unless((method.pairing ?? "half_split") === "half_split", { pairing: method.pairing }),
        ...given("rotary_dim", method.rotary_dim),
        ...unless((method.rope_theta ?? BASE) === BASE, { rope_theta: method.rope_theta }),
        ...given("inv_freq", method.inv_freq),
      };
  }
}

const unless = <T extends object>(isDefault: boolean, fields: T): Partial<T> => (isDefault ? {} : fields);

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [key in Key]?: Value });
}

/** Another sentence: what belongs to one sentence's length goes back to its default. */
export function withTokens(problem: LabProblem, tokens: readonly string[]): LabProblem {
  const same = tokens.length === problem.input.tokens.length;
  const next: LabProblem = { ...problem, input: { ...problem.input, tokens: [...tokens] } };
  if (same) return next;
  next.permutation = reversal(tokens.length);
  if (next.mask.kind === "bits") next.mask = { kind: "none" };
  delete next.query_positions;
  delete next.key_positions;
  return next;
}
