/** The frame of every command that answers for a problem. */
import type { Posenc } from "../engine/posenc.ts";
import type { Problem } from "../engine/problem.ts";
import { parseProblem } from "../engine/problem-json.ts";
import { outputsFor } from "../engine/values.ts";
import type { Command } from "./command.ts";
import { methodFromFlags } from "./direct.ts";
import { bringsInput, checkStandardInput, withFiles } from "./given-files.ts";
import { type CommandOptions, type CommandSyntax, readOptions } from "./options.ts";
import { readInput } from "./read-input.ts";
import { type Findings, writeFindings } from "./results.ts";
import { withPosenc } from "./with-posenc.ts";

export interface ProblemCommand<Output extends string> {
  name: string;
  summary: string;
  help: string;
  syntax: CommandSyntax<Output>;
  /** The problem where --method takes the place of one. */
  problemFromFlags?(options: CommandOptions): Problem;
  answer(posenc: Posenc, problem: Problem, options: CommandOptions<Output>): Promise<Findings>;
}

export function problemCommand<Output extends string>(command: ProblemCommand<Output>): Command {
  const { name, summary, help, syntax } = command;
  return {
    name,
    summary,
    help,
    async run(args) {
      const read = readOptions(args, syntax);
      const problem = await problemOf(command, read);
      const options = { ...read, outputs: outputsFor(problem, read.isAsked ? read.outputs : undefined, read.outputs) };
      return withPosenc(options.engine, async (posenc) =>
        writeFindings(await command.answer(posenc, problem, options), options),
      );
    },
  };
}

async function problemOf<Output extends string>(
  { help, syntax, problemFromFlags }: ProblemCommand<Output>,
  options: CommandOptions<Output>,
): Promise<Problem> {
  const isDirect = options.flags.method !== undefined;
  if (isDirect && problemFromFlags) return problemFromFlags(options);
  const read = async () => parseProblem(await readInput(options.file ?? "-", "a problem as JSON", help));
  if (!syntax.files) return read();
  checkStandardInput(options);
  const stated = options.file === undefined && bringsInput(options) ? {} : await read();
  return withFiles({ ...stated, ...(isDirect && { method: methodFromFlags(options) }) }, options);
}
