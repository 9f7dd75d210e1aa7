import type { OutputName, Tensor } from "../engine/problem.ts";
import { attentionOutputsHelp, attentionSyntax } from "./attention.ts";
import { filesHelp } from "./given-files.ts";
import { sharedHelp } from "./options.ts";
import { problemCommand } from "./problem-command.ts";
import { axesOf, type NamedTensor, tensorsOf } from "./results.ts";
import { headOf } from "./with-posenc.ts";

const help = `Usage: posenc equivariance [problem.json | -] [OPTIONS]

Compares attention on permuted tokens with permuted attention, F(P X) with P F(X). The problem's "permutation"
(default: the reversal) is P; "permute_mask": true turns the mask into P M P^T too. csv and npy have one axis more, run:
0 is F(X), 1 is F(P X).

${sharedHelp(attentionOutputsHelp)}${filesHelp}
Example:
  echo '{"input": {"kind": "tokens", "tokens": ["dog", "bites", "man"]}, "mask": {"kind": "causal"}}' |
    posenc equivariance --outputs output --digits 4
`;

export const equivarianceCommand = problemCommand({
  name: "equivariance",
  summary: "does attention commute with a permutation of the tokens?",
  help,
  syntax: attentionSyntax,
  async answer(posenc, problem, { outputs }) {
    const { engine, permutation, original, permuted, reordered, ...found } = await posenc.equivariance(problem, {
      outputs,
    });
    const json = {
      ...headOf(posenc, engine),
      shape: { ...original.shape },
      permutation,
      max_difference: found.maxDifference,
      reference_max_difference: found.referenceMaxDifference,
      mean: {
        max_difference: found.mean.maxDifference,
        original: found.mean.original,
        permuted: found.mean.permuted,
      },
      original: tensorsOf(original, outputs),
      permuted: tensorsOf(permuted, outputs),
      reordered,
    };
    const tensors = outputs.map((name) => [name, bothRuns(name, original[name], permuted[name])]);
    return { json, notes: original.notes, tensors: Object.fromEntries(tensors) };
  },
});

function bothRuns(name: OutputName, first?: Tensor, second?: Tensor): NamedTensor | undefined {
  if (!first || !second) return undefined;
  const Numbers = first.data instanceof Float32Array ? Float32Array : Float64Array;
  const data = new Numbers(first.data.length + second.data.length);
  data.set(first.data);
  data.set(second.data, first.data.length);
  return { tensor: { shape: [2, ...first.shape], data }, axes: [{ name: "run" }, ...axesOf(name)] };
}
