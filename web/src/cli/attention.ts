import { OUTPUTS } from "../engine/options.ts";
import type { OutputName } from "../engine/problem.ts";
import { filesHelp } from "./given-files.ts";
import { type CommandSyntax, sharedHelp } from "./options.ts";
import { problemCommand } from "./problem-command.ts";
import { namedTensors, tensorsOf } from "./results.ts";
import { headOf } from "./with-posenc.ts";

/** Everything that attention can give; equivariance gives the same. */
export const attentionSyntax: CommandSyntax<OutputName> = {
  outputs: OUTPUTS,
  defaults: ["scores", "weights", "output"],
  files: true,
};

export const attentionOutputsHelp = `default scores,weights,output; also input, encoding, query, key, value,
                      rotated_query, rotated_key`;

const help = `Usage: posenc attention [problem.json | -] [OPTIONS]
       posenc attention --query q.npy --key k.npy [--value v.npy] [OPTIONS]
       posenc attention --tensors layer.safetensors --method rotary --mask causal [OPTIONS]

Prints scores, weights and output of a problem. A hidden score is null, in csv and npy -inf.

${sharedHelp(attentionOutputsHelp)}${filesHelp}
Example:
  echo '{"input": {"kind": "tokens", "tokens": ["dog", "bites", "man"]}, "method": {"kind": "alibi"}}' |
    posenc attention --outputs weights --digits 3
`;

export const attentionCommand = problemCommand({
  name: "attention",
  summary: "scores, weights and output of a problem",
  help,
  syntax: attentionSyntax,
  async answer(posenc, problem, { outputs }) {
    const result = await posenc.attention(problem, { outputs });
    const head = { ...headOf(posenc, result.engine), shape: { ...result.shape } };
    const json = { ...head, ...tensorsOf(result, outputs) };
    return { json, notes: result.notes, tensors: namedTensors(result, outputs) };
  },
});
