import { exitCodes } from "./exit-codes.ts";

/** Resolves with exit code 0 when everything is written, and also when the reader (head, say) has gone. */
export function writeOut(text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    process.stdout.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") resolve(exitCodes.done);
      else reject(error);
    });
    process.stdout.write(text, (error) => {
      if (!error) resolve(exitCodes.done);
    });
  });
}
