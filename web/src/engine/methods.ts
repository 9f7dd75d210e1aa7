import type { Method, MethodStack, Problem } from "./problem.ts";

/** The methods of a problem as a list, those of its layer where it describes a stack; none where it names none. */
export function methodsOf(problem: Problem): readonly Method[] {
  const { method = [], layer = 0 } = problem;
  const described = isStack(method) ? (method.layers[layer % method.layers.length] ?? []) : method;
  return isList(described) ? described : [described];
}

/** "rotary", "alibi + t5_bias", "none". */
export function methodName(problem: Problem): string {
  return (
    methodsOf(problem)
      .map(({ kind }) => kind)
      .join(" + ") || "none"
  );
}

export function isStack(method: Method | readonly Method[] | MethodStack): method is MethodStack {
  return "kind" in method && method.kind === "stack";
}

function isList(method: Method | readonly Method[]): method is readonly Method[] {
  return Array.isArray(method);
}
