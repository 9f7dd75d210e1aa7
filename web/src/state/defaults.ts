/**
 * The lab's state = the problem with its defaults filled in, and the way back: what equals a default is left out,
 * so that links stay short. The defaults of sizes, seed and base are those of the core's reader.
 */
import type { Mask, Method, MethodStack, Problem, Projections, TokenInput } from "../engine/problem.ts";
import { shortenMethod, withoutTokenFields } from "./method-fields.ts";
import { reversal, sameOrder } from "./permutation.ts";
import { isPerToken } from "./read-mask.ts";

export interface LabInput extends TokenInput {
  model_dim: number;
  heads: number;
  kv_heads: number;
  head_dim: number;
  seed: number;
}

/** A problem of this lab: words in, every choice that the page shows filled in. */
export interface LabProblem extends Omit<Problem, "method"> {
  input: LabInput;
  method: Method;
  /** Several methods that act together, as only a link can say; `method` is then the first of them. */
  together?: readonly Method[];
  /** A stack of layers, as only a link can say; `method` and `together` are those of its layer. */
  stack?: MethodStack;
  mask: Mask;
  permutation: number[];
  permute_mask: boolean;
}

/** cpp/bindings/read_problem.cpp; kv_heads defaults to heads, head_dim to model_dim / heads. */
export const SIZE = { model_dim: 8, heads: 1, seed: 0 } as const;
export const BASE = 10_000;

export function complete(problem: Problem & { input: TokenInput }): LabProblem {
  const { input, method: given, ...rest } = problem;
  const stack = given && "kind" in given && given.kind === "stack" ? given : undefined;
  const layer = stack ? stack.layers[(rest.layer ?? 0) % stack.layers.length] : (given as Method | readonly Method[]);
  const methods = [layer ?? []].flat() as Method[];
  const heads = input.heads ?? SIZE.heads;
  const modelDim = input.model_dim ?? SIZE.model_dim;
  return {
    ...rest,
    input: {
      ...input,
      model_dim: modelDim,
      heads,
      kv_heads: input.kv_heads ?? heads,
      head_dim: input.head_dim ?? modelDim / heads,
      seed: input.seed ?? SIZE.seed,
    },
    method: methods[0] ?? { kind: "none" },
    ...(methods.length > 1 && { together: methods }),
    ...(stack && { stack }),
    mask: problem.mask ?? { kind: "none" },
    permutation: [...(problem.permutation ?? reversal(input.tokens.length))],
    permute_mask: problem.permute_mask ?? false,
  };
}

/** The method, or all of several. */
export const methodsOf = (problem: LabProblem): readonly Method[] => problem.together ?? [problem.method];

/** Another method in the place of what was there. */
export function withMethod(problem: LabProblem, method: Method): LabProblem {
  const { together: _together, stack: _stack, layer: _layer, ...rest } = problem;
  return { ...rest, method };
}

/** The same change to each method, those of a stack's layers too. */
export function mapMethods(problem: LabProblem, change: (method: Method) => Method): LabProblem {
  const { together, stack } = problem;
  const ofLayer = (layer: Method | readonly Method[]) =>
    Array.isArray(layer) ? (layer as Method[]).map(change) : change(layer as Method);
  return {
    ...problem,
    method: change(problem.method),
    ...(together && { together: together.map(change) }),
    ...(stack && { stack: { kind: "stack", layers: stack.layers.map(ofLayer) } }),
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
  const methods = methodsOf(problem).map(shortenMethod);
  if (problem.stack) {
    short.method = mapMethods(problem, shortenMethod).stack;
    if (problem.layer) short.layer = problem.layer;
  } else if (problem.together) short.method = methods;
  else if (problem.method.kind !== "none") short.method = methods[0];
  if (problem.mask.kind !== "none") short.mask = problem.mask;
  if (problem.query_scale) short.query_scale = problem.query_scale;
  if (problem.position_rule && problem.position_rule !== "slots") short.position_rule = problem.position_rule;
  if (problem.query_positions) short.query_positions = problem.query_positions;
  if (problem.key_positions) short.key_positions = problem.key_positions;
  if (problem.scale !== undefined) short.scale = problem.scale;
  if (problem.softcap) short.softcap = problem.softcap;
  if (!sameOrder(problem.permutation, reversal(input.tokens.length))) short.permutation = problem.permutation;
  if (problem.permute_mask) short.permute_mask = true;
  return short;
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
  if (isPerToken(next.mask)) next.mask = { kind: "none" };
  delete next.query_positions;
  delete next.key_positions;
  return mapMethods(next, withoutTokenFields);
}
