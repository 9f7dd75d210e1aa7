/** q and k alone have scores and weights. What is made of values does not exist for them: no zeros stand in. */
import { PosencError } from "./errors.ts";
import type { OutputName, Problem } from "./problem.ts";

const OF_VALUES: readonly string[] = ["output", "value"] satisfies OutputName[];

/** A problem of words or of X makes its values itself. */
export const hasValues = ({ input }: Problem): boolean => input?.kind !== "tensors" || input.value !== undefined;

/** Refuses a problem without values what needs them. */
export function requireValues(problem: Problem, use: string): void {
  if (!hasValues(problem))
    throw new PosencError("invalid_argument", `input.value: expected values for ${use}, got nothing`);
}

/** What is asked for; where nothing is, those of `defaults` that the problem has. */
export function outputsFor<Name extends string>(
  problem: Problem,
  asked: readonly Name[] | undefined,
  defaults: readonly Name[],
): readonly Name[] {
  if (!asked) return hasValues(problem) ? defaults : defaults.filter((name) => !OF_VALUES.includes(name));
  const needing = asked.find((name) => OF_VALUES.includes(name));
  if (needing) requireValues(problem, needing);
  return asked;
}
