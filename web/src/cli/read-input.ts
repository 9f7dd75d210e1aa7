import { readFile, stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { maxTextLength } from "../engine/problem-json.ts";
import { fileReason } from "./file-reason.ts";
import { UsageError } from "./usage-error.ts";

/**
 * What stands in `file`, or in standard input for "-". Nobody types JSON into a terminal: there a usage error helps.
 * `what` names the content in messages: "a problem".
 */
export async function readInput(file: string, what: string, usage: string): Promise<string> {
  const standard = file === "-";
  if (standard && process.stdin.isTTY) throw new UsageError(`expected ${what}: a file, or standard input`, usage);
  const content = standard ? await text(process.stdin) : await readWhole(file);
  if (content.trim() === "") throw new UsageError(`${standard ? "standard input" : file} is empty: expected ${what}`);
  return content;
}

/** The bytes of a file. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${fileReason(error)}`);
  }
}

async function readWhole(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > maxTextLength) throw new Error(`the file has ${size} bytes, the limit is ${maxTextLength}`);
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${fileReason(error)}`);
  }
}
