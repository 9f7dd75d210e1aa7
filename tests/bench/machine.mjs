// Where and with what the numbers were made.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { installed } from "./peers/installed.mjs";

const versionLine = (...command) =>
  execFileSync("build-scripts/toolchain", ["run", ...command], { encoding: "utf8" }).split("\n")[0];

// /proc knows the family and model, which tell processors with the same name apart.
function family() {
  try {
    const text = readFileSync("/proc/cpuinfo", "utf8");
    const field = (name) => text.match(new RegExp(`^${name}\\s*: (.*)$`, "m"))?.[1];
    return `family ${field("cpu family")}, model ${field("model")}`;
  } catch {
    return undefined;
  }
}

export function describeMachine(versions) {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown",
    family: family(),
    cores: processors.length,
    load_before: loadavg()[0],
    memory_bytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    v8: process.versions.v8,
    compilers: {
      wasm: `Emscripten ${versionLine("em++", "--version").match(/\d+\.\d+\.\d+/)}`,
      native: versionLine("c++", "--version"),
    },
    packages: { ...installed("./package.json").dependencies, ...versions },
  };
}
