/** The names of each lab's sections, for `hide`: fetched where an embedder asks for one. */
import type { LabName } from "./vocabulary.ts";

export const SECTIONS: Readonly<Record<LabName, readonly string[]>> = {
  order: ["sentence", "pipeline", "comparison", "why", "measured", "inspector", "engine", "examples"],
  absolute: ["encoding", "waves", "wavelengths", "dots", "shift", "projected", "variants"],
  relative: ["curve", "inside", "slopes", "buckets", "terms", "shaw", "cope"],
  rotation: ["score", "frequencies", "curve", "layouts", "vectors", "amplitude", "picture", "limits"],
  context: ["input", "numbers", "frequencies", "curve", "lengths", "precision", "comparison", "dialects", "report"],
  scores: ["matrices", "formula", "row", "softmax"],
  cache: ["steps", "stored", "scores", "lengths", "memory", "drop", "survey"],
  cost: ["measure", "shares", "claims", "lengths", "memory"],
  train: ["train", "results", "attention"],
};
