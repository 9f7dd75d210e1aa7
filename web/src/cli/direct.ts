/** A method given by flags instead of a problem. */
import type { Method, NestedNumbers, ProblemInput } from "../engine/problem.ts";
import type { CommandLine } from "./command-line.ts";
import { UsageError } from "./usage-error.ts";

export const directHelp = `  --method KIND       instead of a file: this method
  --set FIELD=VALUE   a field of the method, VALUE as JSON or a word: --set rope_theta=500000; may be repeated
`;

export function methodFromFlags({ flags, set }: Pick<CommandLine, "flags" | "set">): Method {
  const fields: [string, unknown][] = set.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--set: expected FIELD=VALUE, got "${text}"`);
    if (text.slice(0, at) === "kind") throw new UsageError("--set kind: the kind is what --method says");
    return [text.slice(0, at), jsonOrWord(text.slice(at + 1))];
  });
  // The core refuses an unknown kind or field by name.
  return { kind: flags.method, ...Object.fromEntries(fields) } as Method;
}

function jsonOrWord(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function needed(flags: CommandLine["flags"], name: string): string {
  const value = flags[name];
  if (value === undefined) throw new UsageError(`--method needs --${name} too; or name a file`);
  return value;
}

/** q, k and v of one number per token where only positions matter. */
export function zeros(heads: number, queries: number, keys: number, headDim: number): ProblemInput {
  const rows = (tokens: number): NestedNumbers =>
    Array.from({ length: heads }, () => Array.from({ length: tokens }, () => new Array<number>(headDim).fill(0)));
  return { kind: "tensors", query: rows(queries), key: rows(keys) };
}
