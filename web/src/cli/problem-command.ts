/** The frame of every command that answers for a problem. */
import type { Posenc } from "../engine/posenc.ts";
import type { Problem } from "../engine/problem.ts";
import { parseProblem } from "../engine/problem-json.ts";
import type { Command } from "./command.ts";
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
      const options = readOptions(args, syntax);
      const problem =
        options.flags.method !== undefined && command.problemFromFlags
          ? command.problemFromFlags(options)
          : parseProblem(await readInput(options.file ?? "-", "a problem as JSON", help));
      return withPosenc(options.engine, async (posenc) =>
        writeFindings(await command.answer(posenc, problem, options), options),
      );
    },
  };
}
