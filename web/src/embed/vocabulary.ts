/** The names by which others call a lab: which there are, its attributes, the keys of a frame's address. Documented in docs/. */

export const LAB_NAMES = [
  "order",
  "absolute",
  "relative",
  "rotation",
  "context",
  "scores",
  "cache",
  "cost",
  "train",
] as const;
export type LabName = (typeof LAB_NAMES)[number];

/** Of <posenc-lab>. */
export const ATTRIBUTES = [
  "lab",
  "state",
  "theme",
  "lang",
  "ui",
  "hide",
  "lock",
  "motion",
  "base",
  "transparent",
] as const;

/** In the query of a frame's address; whatever else stands there is of the lab's state. */
export const KEYS = ["v", "lab", "theme", "lang", "ui", "hide", "lock", "motion", "h", "transparent", "id"] as const;

/** Of a frame, in pixels. */
export const HEIGHTS = [80, 10_000] as const;
/** Of a frame's name, in characters. */
export const MOST_ID = 64;
