/** Where tokens stand, as cpp/bindings/read_problem.cpp fills it in. */
import type { LabProblem } from "./defaults.ts";
import { tokenCount } from "./input.ts";
import { identity } from "./permutation.ts";

/** With the rule "slots". Queries and keys of words and of X are the same tokens: one list serves both. */
export function positionsOf(problem: LabProblem): { query: readonly number[]; key: readonly number[] } {
  const { input, query_positions, key_positions } = problem;
  const slots = identity(tokenCount(input));
  if (input.kind === "tensors") return { query: query_positions ?? slots, key: key_positions ?? slots };
  return { query: query_positions ?? key_positions ?? slots, key: key_positions ?? query_positions ?? slots };
}

/** Whether positionsOf() is what the core takes: no other rule counts them. */
export function knowsPositions({
  input,
  query_positions,
  key_positions,
  position_rule = "slots",
}: LabProblem): boolean {
  if (position_rule === "slots") return true;
  const given = [query_positions, key_positions].map((positions) => positions !== undefined);
  return input.kind === "tensors" ? given.every(Boolean) : given.some(Boolean);
}
