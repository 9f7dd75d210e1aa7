import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const launcher = fileURLToPath(new URL("../../../web/src/cli/posenc.mjs", import.meta.url));

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command as a user would, with `input` on its standard input. */
export function runPosenc(args: readonly string[], input: unknown = ""): Promise<Run> {
  return run(process.execPath, [launcher, ...args], typeof input === "string" ? input : JSON.stringify(input));
}

/** Standard output as bytes. */
export function runPosencBytes(args: readonly string[], input: unknown = ""): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [launcher, ...args]);
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.on("error", reject);
    child.on("close", () => resolve(Buffer.concat(parts)));
    child.stdin.on("error", () => {});
    child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  });
}

/** A shell line in which $POSENC is the command. */
export function runShell(line: string): Promise<Run> {
  return run("bash", ["-c", line], "", { POSENC: `${process.execPath} ${launcher}` });
}

function run(file: string, args: readonly string[], input: string, variables: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...process.env, ...variables } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    // A command that refuses its arguments does not wait for its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
