import { readFile, stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { messageOf } from "../engine/errors.ts";
import type { Problem } from "../engine/problem.ts";
import { maxTextLength, parseProblem } from "../engine/problem-json.ts";
import { UsageError } from "./usage-error.ts";

/** The problem in `file`, or in standard input for "-". Nobody types JSON into a terminal: there a usage error helps. */
export async function readInput(file: string, usage: string): Promise<Problem> {
  if (file === "-") {
    if (process.stdin.isTTY) throw new UsageError(`expected a problem file or standard input\n${usage}`);
    return parseProblem(await text(process.stdin));
  }
  let content: string;
  try {
    const { size } = await stat(file);
    if (size > maxTextLength) throw new Error(`the file has ${size} bytes, the limit is ${maxTextLength}`);
    content = await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${messageOf(error)}`);
  }
  return parseProblem(content);
}
