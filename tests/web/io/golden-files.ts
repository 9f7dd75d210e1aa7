/** What NumPy and the safetensors package wrote: tests/golden/families/files.py. */
import { readFileSync } from "node:fs";

interface GoldenArray {
  name: string;
  dtype: string;
  shape: number[];
  /** Little-endian float32 or float64, in base64. */
  numbers: string;
}

interface GoldenFiles {
  about: Record<string, string>;
  files: { file: string; data: string; arrays: GoldenArray[] }[];
  refused: { file: string; data: string; fault: string }[];
}

interface GoldenAttention {
  files: Record<string, string>;
  scores: number[][][];
  weights: Record<"none" | "causal", number[][][]>;
  output: Record<"none" | "causal", number[][][]>;
}

const values = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../golden/values/files/${name}.json`, import.meta.url), "utf8"));

export const goldenFiles = (): GoldenFiles => values("arrays");
export const goldenAttention = (): GoldenAttention => values("attention");

export const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** The bits of numbers. */
export const bitsOf = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): string =>
  toBase64(new Uint8Array(buffer, byteOffset, byteLength));
