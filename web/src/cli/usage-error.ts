/** The command line is wrong, not the problem. `usage` is shown below the message. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly usage = "",
  ) {
    super(message);
  }
}
