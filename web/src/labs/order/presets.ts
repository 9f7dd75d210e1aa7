/** The sentences on offer, and the one that a page without a link starts with. */
import type { Language } from "../../i18n/language.ts";
import { fromTokens, type LabProblem } from "../../state/defaults.ts";

export const PRESETS: readonly (readonly string[])[] = [
  ["狗", "咬", "人"],
  ["人", "咬", "狗"],
  ["dog", "bites", "man"],
  ["man", "bites", "dog"],
];

export const startTokens = (language: Language): readonly string[] =>
  (language === "en" ? PRESETS[2] : PRESETS[0]) as readonly string[];

export const startProblem = (language: Language): LabProblem => fromTokens(startTokens(language));
