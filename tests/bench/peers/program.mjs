// Another process that times what it is asked for: the native builds and PyTorch. tests/bench/serve.cpp says how.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export function startProgram(command, args) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, "exit");
  child.stdin.on("error", () => {}); // a program that died shows in the missing answer
  const answer = async () => {
    const { value: line, done } = await lines.next();
    if (done) throw new Error(`${command} ${args.join(" ")} ended before it answered`);
    return JSON.parse(line);
  };
  return {
    answer,
    time(description, milliseconds) {
      child.stdin.write(`${milliseconds} ${description}\n`);
      return answer();
    },
    async stop() {
      child.stdin.end();
      await exit;
    },
  };
}
