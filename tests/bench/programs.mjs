// The processes of measure-native.mjs: name -> { process, hasPeak }, versions to report, and a line for each that this machine cannot run.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startProgram } from "./peers/program.mjs";

const toolchain = "build-scripts/toolchain";

function hasAvx2() {
  try {
    const text = readFileSync("/proc/cpuinfo", "utf8");
    return /\bavx2\b/.test(text) && /\bfma\b/.test(text);
  } catch {
    return false;
  }
}

export async function startPrograms() {
  const programs = {};
  const versions = {};
  const missing = [];
  const start = (preset) => ({
    process: startProgram(toolchain, ["run", `build/${preset}/posenc_bench`]),
    hasPeak: true,
  });
  programs["x86-64"] = start("native");
  if (hasAvx2()) programs["x86-64-v3"] = start("native-v3");
  else missing.push("x86-64-v3: this processor has no AVX2 and FMA");
  const [python, ...words] = (process.env.POSENC_BENCH_PYTHON ?? "python3").split(" ");
  if (spawnSync(python, [...words, "-c", "import torch"], { stdio: "ignore" }).status === 0) {
    const torch = startProgram(python, [...words, join(import.meta.dirname, "peers/pytorch.py")]);
    versions.PyTorch = (await torch.answer()).version; // its greeting
    programs.PyTorch = { process: torch, hasPeak: false };
  } else missing.push("PyTorch: python3 has none here (POSENC_BENCH_PYTHON names another Python)");
  return { programs, versions, missing };
}

export async function stopPrograms(programs) {
  for (const { process } of Object.values(programs)) await process.stop();
}
