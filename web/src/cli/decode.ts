import type { DecodeOutput } from "../engine/problem.ts";
import { filesHelp } from "./given-files.ts";
import { type CommandSyntax, sharedHelp } from "./options.ts";
import { problemCommand } from "./problem-command.ts";
import { namedTensors, tensorsOf } from "./results.ts";
import { headOf } from "./with-posenc.ts";

const syntax: CommandSyntax<DecodeOutput> = {
  outputs: ["scores", "weights", "output"],
  defaults: ["scores", "weights", "output"],
  engines: false,
  files: true,
};

const help = `Usage: posenc decode [problem.json | -] [OPTIONS]

Decodes a problem token by token with a KV cache, in float32, and compares every step with attention over all tokens at
once: max_difference is the largest |output of a step - its row|. Row t of scores, weights and output is step t. The mask
must hide the future.

${sharedHelp("scores, weights, output; default all", { engines: false })}${filesHelp}
Example:
  echo '{"input": {"kind": "tokens", "tokens": ["dog", "bites", "man"]}, "method": {"kind": "rotary"},
    "mask": {"kind": "causal"}}' |
    posenc decode --outputs weights --digits 3
`;

export const decodeCommand = problemCommand({
  name: "decode",
  summary: "token by token with a KV cache, beside all tokens at once",
  help,
  syntax,
  async answer(posenc, problem, { outputs }) {
    const result = await posenc.decode(problem, { outputs });
    const json = {
      ...headOf(posenc, result.engine),
      shape: { ...result.shape },
      positions: [...result.positions],
      cached_keys: result.cachedKeys,
      cache_bytes: result.cacheBytes,
      max_difference: result.maxDifference,
      ...tensorsOf(result, outputs),
    };
    return { json, notes: result.notes, tensors: namedTensors(result, outputs) };
  },
});
