/**
 * The `posenc` command: a problem or a model's configuration in, numbers out, by the same core as the page.
 * No SIGINT handler: a computation would keep it waiting. Node's own ends the process at once, which shells show as 130.
 */
import { messageOf, PosencError } from "../engine/errors.ts";
import { attentionCommand } from "./attention.ts";
import { biasCommand } from "./bias.ts";
import type { Command } from "./command.ts";
import { decodeCommand } from "./decode.ts";
import { describeCommand } from "./describe.ts";
import { diffCommand } from "./diff.ts";
import { encodeCommand } from "./encode.ts";
import { equivarianceCommand } from "./equivariance.ts";
import { exitCodes } from "./exit-codes.ts";
import { explainCommand } from "./explain.ts";
import { frequenciesCommand } from "./frequencies.ts";
import { modelsCommand } from "./models.ts";
import { didYouMean, suggestion } from "./nearest.ts";
import { writeOut } from "./output.ts";
import { rotateCommand } from "./rotate.ts";
import { escapeControls } from "./text.ts";
import { trainCommand } from "./train.ts";
import { UsageError } from "./usage-error.ts";
import { versionText } from "./version.ts";

const commands: readonly Command[] = [
  attentionCommand,
  encodeCommand,
  biasCommand,
  rotateCommand,
  decodeCommand,
  equivarianceCommand,
  frequenciesCommand,
  explainCommand,
  diffCommand,
  modelsCommand,
  describeCommand,
  trainCommand,
];

/** The exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    const usage = error instanceof UsageError ? error.usage : "";
    const hint = error instanceof PosencError ? suggestion(error.message) : "";
    process.stderr.write(`posenc: ${escapeControls(messageOf(error))}${hint}\n${usage}`);
    return exitCodeOf(error);
  }
}

async function dispatch([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined) {
    process.stderr.write(usage());
    return exitCodes.badInput;
  }
  if (name === "--help" || name === "-h" || name === "help") return writeOut(usage());
  if (name === "--version") return writeOut(await versionText());
  const command = commands.find((candidate) => candidate.name === name);
  const names = commands.map((known) => known.name);
  if (!command) throw new UsageError(`unknown command "${name}"; see posenc --help${didYouMean(name, names)}`);
  if (rest.includes("--help") || rest.includes("-h")) return writeOut(command.help);
  return command.run(rest);
}

function usage(): string {
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}\n`).join("");
  return `Usage: posenc COMMAND [OPTIONS]

${list}
posenc COMMAND --help says more; posenc --version prints the version.
Exit status: 0 done, 2 bad input or usage, 3 not built or an internal error.
`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.badInput;
  const bad = ["invalid_argument", "invalid_json", "too_large", "out_of_memory"];
  return error instanceof PosencError && bad.includes(error.code) ? exitCodes.badInput : exitCodes.internal;
}
