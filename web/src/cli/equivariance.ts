import { createPosenc } from "../engine/posenc.ts";
import { tensorsOf } from "./attention.ts";
import type { Command } from "./command.ts";
import { computeOptionsHelp, readComputeOptions } from "./options.ts";
import { writeOut } from "./output.ts";
import { printJson } from "./print-json.ts";
import { readInput } from "./read-input.ts";

const help = `Usage: posenc equivariance [problem.json | -] [OPTIONS]

Compares attention on permuted tokens with permuted attention, F(P X) with P F(X). The problem's "permutation"
(default: the reversal) is P; "permute_mask": true turns the mask into P M P^T too.

${computeOptionsHelp}
Example:
  echo '{"input": {"kind": "tokens", "tokens": ["dog", "bites", "man"]}, "mask": {"kind": "causal"}}' |
    posenc equivariance --outputs output --digits 4
`;

export const equivarianceCommand: Command = {
  name: "equivariance",
  summary: "does attention commute with a permutation of the tokens?",
  help,
  async run(args) {
    const options = readComputeOptions(args);
    const problem = await readInput(options.file, help);
    const posenc = await createPosenc({ engine: options.engine });
    try {
      const result = await posenc.equivariance(problem, { outputs: options.outputs });
      const printed = {
        engine: result.engine,
        simd: posenc.status.core.simd,
        shape: { ...result.original.shape },
        permutation: result.permutation,
        max_difference: result.maxDifference,
        reference_max_difference: result.referenceMaxDifference,
        mean: {
          max_difference: result.mean.maxDifference,
          original: result.mean.original,
          permuted: result.mean.permuted,
        },
        original: tensorsOf(result.original, options.outputs),
        permuted: tensorsOf(result.permuted, options.outputs),
        reordered: result.reordered,
      };
      return await writeOut(printJson(printed, options));
    } finally {
      posenc.close();
    }
  },
};
