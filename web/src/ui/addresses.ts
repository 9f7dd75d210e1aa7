/** The addresses of pages as seen from the page itself. */
import { LAB_NAMES } from "../embed/vocabulary.ts";

export const LABS = ["home", ...LAB_NAMES] as const;
export type Lab = (typeof LABS)[number];

/** A lab's page in a state, with the language and the theme of this one; what only one lab understands stays behind. */
export function labAddress(lab: Lab, search: string, state = ""): string {
  return (withSettings(lab === "home" ? {} : { lab }, search) || "./") + (state && `#${state}`);
}

export const docsAddress = (search: string): string => `docs/${withSettings({}, search)}`;

export const learnAddress = (search: string): string => `learn/${withSettings({}, search)}`;

function withSettings(own: Record<string, string>, search: string): string {
  const here = new URLSearchParams(search);
  const query = new URLSearchParams(own);
  for (const key of ["lang", "theme"]) {
    const value = here.get(key);
    if (value !== null) query.set(key, value);
  }
  const text = query.toString();
  return text && `?${text}`;
}
