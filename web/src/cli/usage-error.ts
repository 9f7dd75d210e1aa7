/** The command line is wrong, not the problem. */
export class UsageError extends Error {}
