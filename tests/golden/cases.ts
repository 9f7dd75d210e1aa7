/** Golden cases: outputs of other people's libraries (PyTorch, Hugging Face transformers) for problems in our words. See README.md. */
import { readdirSync, readFileSync } from "node:fs";
import type { OutputName, Problem } from "../../web/src/engine/problem.ts";

/** Nested numbers; null is the score of a hidden pair. */
export type GoldenNumbers = readonly (number | null)[] | readonly GoldenNumbers[];

export interface GoldenCase {
  name: string;
  /** The class or function that gave the outputs, with its version; or "formula in torch", with its authors. */
  library: string;
  /** What was left out of the library's result, or set by hand. */
  note?: string;
  problem: Problem;
  outputs: { [name in OutputName]?: GoldenNumbers };
  /** Largest absolute difference, for every output of the case. */
  tolerance: { reference: number; wasm: number };
}

export interface GoldenFile {
  /** values/<file>.json */
  file: string;
  /** Versions and seeds. */
  about: Record<string, string>;
  cases: GoldenCase[];
}

export function goldenFiles(): GoldenFile[] {
  const folder = new URL("values/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => ({ file: name, ...JSON.parse(readFileSync(new URL(name, folder), "utf8")) }));
}

export function goldenCases(): GoldenCase[] {
  return goldenFiles().flatMap(({ cases }) => cases);
}

/** Row-major numbers and their shape, to lay beside a Tensor; a hidden score becomes -Infinity, as the engines give it. */
export function flatten(numbers: GoldenNumbers): { shape: number[]; data: Float64Array } {
  const shape: number[] = [];
  for (let level: unknown = numbers; Array.isArray(level); level = level[0]) shape.push(level.length);
  const flat = (numbers as unknown[]).flat(shape.length) as (number | null)[];
  return { shape, data: Float64Array.from(flat, (number) => number ?? Number.NEGATIVE_INFINITY) };
}
