/** Where methods act, for whoever asks a command for what they do not have. */
import { methodsOf } from "../engine/methods.ts";
import type { MethodKind, Problem } from "../engine/problem.ts";

const bias = "adds a bias to the scores (posenc bias)";

const places: Readonly<Record<MethodKind, string>> = {
  none: "adds no position",
  sinusoidal: "is added to the input (posenc encode)",
  learned: "is added to the input (posenc encode)",
  shaw: "adds a vector per relative position to keys and values (posenc attention)",
  transformer_xl: "adds products of q with a vector per distance to the scores (posenc attention)",
  t5_bias: bias,
  alibi: bias,
  deberta: "adds products of q and of k with a vector per distance to the scores (posenc attention)",
  rotary: "turns q and k (posenc rotate)",
  kerple: bias,
  sandwich: bias,
  fire: bias,
  cope: "adds a term to the scores that depends on q and k (posenc attention)",
};

/** "rotary turns q and k (posenc rotate)". The kinds are known: the core took them. */
export function whereMethodsAct(problem: Problem): string {
  const methods = methodsOf(problem);
  if (methods.length === 0) return "the problem has no method";
  return methods.map(({ kind }) => `${kind} ${places[kind]}`).join("; ");
}
