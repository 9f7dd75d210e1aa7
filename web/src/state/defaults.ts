/**
 * The lab's state = the problem with its defaults filled in, and the way back: what equals a default is left out,
 * so that links stay short.
 */
import type { Mask, Method, MethodStack, Problem } from "../engine/problem.ts";
import { completeInput, type LabInput, shortenInput, tokenCount, withSomeValues } from "./input.ts";
import { shortenMethod, withoutTokenFields } from "./method-fields.ts";
import { reversal, sameOrder } from "./permutation.ts";
import { isPerToken } from "./read-mask.ts";

/** A problem of this lab, every choice that the page shows filled in. */
export interface LabProblem extends Omit<Problem, "input" | "method"> {
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

export const BASE = 10_000;

export function complete(problem: Problem): LabProblem {
  const { method: given, ...rest } = problem;
  const input = completeInput(problem.input);
  const stack = given && "kind" in given && given.kind === "stack" ? given : undefined;
  const layer = stack ? stack.layers[(rest.layer ?? 0) % stack.layers.length] : (given as Method | readonly Method[]);
  const methods = [layer ?? []].flat() as Method[];
  return {
    ...rest,
    input,
    method: methods[0] ?? { kind: "none" },
    ...(methods.length > 1 && { together: methods }),
    ...(stack && { stack }),
    mask: problem.mask ?? { kind: "none" },
    permutation: [...(problem.permutation ?? reversal(tokenCount(input)))],
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
  const short: Problem = { input: shortenInput(problem.input) };
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
  if (!sameOrder(problem.permutation, reversal(tokenCount(problem.input)))) short.permutation = problem.permutation;
  if (problem.permute_mask) short.permute_mask = true;
  return short;
}

/** The same as equivariance takes it, which compares outputs. */
export const comparable = (problem: LabProblem): Problem =>
  shorten({ ...problem, input: withSomeValues(problem.input) });

/**
 * Another sentence: what belongs to one sentence's length goes back to its default. In the place of given vectors, whose
 * widths and scale were their own, method and mask begin anew as well.
 */
export function withTokens(problem: LabProblem, tokens: readonly string[]): LabProblem {
  const { input } = problem;
  const isPlainMask = !isPerToken(problem.mask);
  if (input.kind !== "tokens") {
    const method = { kind: problem.method.kind } as Method;
    const { mask, permute_mask } = problem;
    return { ...fromTokens(tokens), method, ...(isPlainMask && { mask, permute_mask }) };
  }
  const next: LabProblem = { ...problem, input: { ...input, tokens: [...tokens] } };
  if (tokens.length === input.tokens.length) return next;
  next.permutation = reversal(tokens.length);
  if (!isPlainMask) next.mask = { kind: "none" };
  delete next.query_positions;
  delete next.key_positions;
  return mapMethods(next, withoutTokenFields);
}
