/** Frequencies of rotary methods by other people's code: Hugging Face's functions, and what its own tests expect. See README.md. */
import { readFileSync } from "node:fs";
import type { RotaryMethod } from "../../web/src/engine/problem.ts";

/** values/rope/hugging-face.json */
export interface RopeCase {
  name: string;
  /** The function, with its version. */
  library: string;
  /** What the function was given: the keys of a config.json. */
  config: {
    head_dim: number;
    max_position_embeddings: number;
    rope_parameters: { rope_type: string; [key: string]: unknown };
  };
  /** The same in our words. */
  method: RotaryMethod;
  /** float32: as the library gives them. double: by the same function with its tensors in float64. */
  inv_freq: { double: number[]; float32: number[] };
  attention_factor: number;
}

/** published/rope.json */
export interface PublishedRope {
  name: string;
  /** The test that expects these numbers. */
  test: string;
  head_dim: number;
  method: RotaryMethod;
  /** As printed there, with 5 digits. */
  inv_freq?: number[];
  attention_factor: number;
}

export function ropeCases(): RopeCase[] {
  return casesOf("values/rope/hugging-face.json");
}

export function publishedRope(): PublishedRope[] {
  return casesOf("published/rope.json");
}

function casesOf<Case>(file: string): Case[] {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")).cases;
}
