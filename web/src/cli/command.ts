export interface Command {
  name: string;
  /** One line of the overall help. */
  summary: string;
  help: string;
  /** The arguments after the command's name; the answer is the exit code. */
  run(args: readonly string[]): Promise<number>;
}
