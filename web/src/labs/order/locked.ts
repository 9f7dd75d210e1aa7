/** What whoever embeds this lab may hide or fix: controls, by the fields of the problem that they set. */
import type { LabProblem } from "../../state/defaults.ts";
import { CONTROLS } from "./methods.ts";

const MASK_FIELDS = ["window", "reach", "chunk", "prefix"];

export const SETTINGS: readonly string[] = [
  ...["tokens", "permutation", "method", "mask", "permute_mask", "heads", "model_dim", "seed"],
  ...MASK_FIELDS,
  ...new Set(Object.values(CONTROLS).flat()),
];

/** Whether a problem leaves all of them as they are. */
export const keepsLocked = (names: readonly string[], present: LabProblem, next: LabProblem): boolean =>
  names.every((name) => JSON.stringify(valueIn(name, present)) === JSON.stringify(valueIn(name, next)));

function valueIn(name: string, problem: LabProblem): unknown {
  const { input, method, mask, together, stack, layer } = problem;
  if (name === "tokens") return input.kind === "tokens" ? input.tokens : input;
  if (name === "method") return [method, together, stack, layer];
  return [problem, input, method, mask].map((part) => Object.getOwnPropertyDescriptor(part, name)?.value);
}
