import type { Mask } from "../../web/src/engine/problem.ts";
import type { Random } from "./random.ts";

export const maskFeatures = [
  "none",
  "causal",
  "window 1",
  "window 5",
  "local 3",
  "chunked 4",
  "prefix 3",
  "causal and padding",
  "documents and window 4",
  "bits",
  "bits with empty rows",
] as const;

export type MaskFeature = (typeof maskFeatures)[number];

export function makeMask(feature: MaskFeature, queries: number, keys: number, random: Random): Mask {
  const perKey = <T>(value: (key: number) => T) => Array.from({ length: keys }, (_, j) => value(j));
  switch (feature) {
    case "none":
      return { kind: "none" };
    case "causal":
      return { kind: "causal" };
    case "window 1":
      return { kind: "sliding_window", window: 1 };
    case "window 5":
      return { kind: "sliding_window", window: 5 };
    case "local 3":
      return { kind: "local", reach: 3 };
    case "chunked 4":
      return { kind: "chunked", chunk: 4 };
    case "prefix 3":
      return { kind: "prefix", prefix: 3 };
    case "causal and padding": {
      const padding = { kind: "padding", keys: perKey((j) => (j < keys / 3 ? "0" : "1")).join("") } as const;
      return { kind: "all", masks: [{ kind: "causal" }, padding] };
    }
    case "documents and window 4": {
      const documents = { kind: "documents", documents: perKey((j) => Math.floor(j / 5)) } as const;
      return { kind: "all", masks: [documents, { kind: "sliding_window", window: 4 }] };
    }
    case "bits":
      return { kind: "bits", rows: makeBits(queries, keys, random, () => false) };
    case "bits with empty rows":
      return { kind: "bits", rows: makeBits(queries, keys, random, (i) => i % 3 === 0) };
  }
}

function makeBits(queries: number, keys: number, random: Random, isEmpty: (query: number) => boolean): string[] {
  return Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, () => (!isEmpty(i) && random.below(3) > 0 ? "1" : "0")).join(""),
  );
}
