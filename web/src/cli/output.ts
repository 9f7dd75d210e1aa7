import { writeFile } from "node:fs/promises";
import { exitCodes } from "./exit-codes.ts";
import { fileReason } from "./file-reason.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Writes to `file`, or to standard output. Resolves with exit code 0 when everything is written, and also when the
 * reader of standard output (head, say) has gone.
 */
export async function writeOut(content: string | Uint8Array, file?: string): Promise<number> {
  if (file === undefined) return writeToStdout(content);
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${fileReason(error)}`);
  }
  return exitCodes.done;
}

function writeToStdout(content: string | Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    process.stdout.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") resolve(exitCodes.done);
      else reject(error);
    });
    process.stdout.write(content, (error) => {
      if (!error) resolve(exitCodes.done);
    });
  });
}
