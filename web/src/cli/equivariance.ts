import type { OutputName, Tensor } from "../engine/problem.ts";
import { attentionOutputsHelp, attentionSyntax } from "./attention.ts";
import type { Command } from "./command.ts";
import { readOptions, sharedHelp } from "./options.ts";
import { readInput } from "./read-input.ts";
import { axesOf, type NamedTensor, tensorsOf, writeFindings } from "./results.ts";
import { headOf, withPosenc } from "./with-posenc.ts";

const help = `Usage: posenc equivariance [problem.json | -] [OPTIONS]

Compares attention on permuted tokens with permuted attention, F(P X) with P F(X). The problem's "permutation"
(default: the reversal) is P; "permute_mask": true turns the mask into P M P^T too. csv and npy have one axis more, run:
0 is F(X), 1 is F(P X).

${sharedHelp(attentionOutputsHelp)}
Example:
  echo '{"input": {"kind": "tokens", "tokens": ["dog", "bites", "man"]}, "mask": {"kind": "causal"}}' |
    posenc equivariance --outputs output --digits 4
`;

export const equivarianceCommand: Command = {
  name: "equivariance",
  summary: "does attention commute with a permutation of the tokens?",
  help,
  async run(args) {
    const options = readOptions(args, attentionSyntax);
    const problem = await readInput(options.file ?? "-", help);
    return withPosenc(options.engine, async (posenc) => {
      const result = await posenc.equivariance(problem, { outputs: options.outputs });
      const json = {
        ...headOf(posenc, result.engine),
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
      const tensors = options.outputs.map((name) => [
        name,
        bothRuns(name, result.original[name], result.permuted[name]),
      ]);
      return writeFindings({ json, notes: result.original.notes, tensors: Object.fromEntries(tensors) }, options);
    });
  },
};

function bothRuns(name: OutputName, first?: Tensor, second?: Tensor): NamedTensor | undefined {
  if (!first || !second) return undefined;
  const Numbers = first.data instanceof Float32Array ? Float32Array : Float64Array;
  const data = new Numbers(first.data.length + second.data.length);
  data.set(first.data);
  data.set(second.data, first.data.length);
  return { tensor: { shape: [2, ...first.shape], data }, axes: [{ name: "run" }, ...axesOf(name)] };
}
