import { createPosenc } from "../engine/posenc.ts";
import type { AttentionResult, OutputName } from "../engine/problem.ts";
import type { Command } from "./command.ts";
import { computeOptionsHelp, readComputeOptions } from "./options.ts";
import { writeOut } from "./output.ts";
import { type Printable, printJson } from "./print-json.ts";
import { readInput } from "./read-input.ts";

const help = `Usage: posenc attention [problem.json | -] [OPTIONS]

Prints scores, weights and output of a problem as JSON. A hidden score is null.

${computeOptionsHelp}
Example:
  echo '{"input": {"kind": "tokens", "tokens": ["dog", "bites", "man"]}, "method": {"kind": "alibi"}}' |
    posenc attention --outputs weights --digits 3
`;

export const attentionCommand: Command = {
  name: "attention",
  summary: "scores, weights and output of a problem",
  help,
  async run(args) {
    const options = readComputeOptions(args);
    const problem = await readInput(options.file, help);
    const posenc = await createPosenc({ engine: options.engine });
    try {
      const result = await posenc.attention(problem, { outputs: options.outputs });
      const { engine, shape } = result;
      const head = { engine, simd: posenc.status.core.simd, shape: { ...shape } };
      return await writeOut(printJson({ ...head, ...tensorsOf(result, options.outputs) }, options));
    } finally {
      posenc.close();
    }
  },
};

/** In the order asked for; what the problem does not have is left out. */
export function tensorsOf(
  result: AttentionResult,
  outputs: readonly OutputName[],
): Record<string, Printable | undefined> {
  return Object.fromEntries(outputs.map((name) => [name, result[name]]));
}
