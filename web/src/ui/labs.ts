/** The pages, chosen by the query key `lab`; each is fetched when it is opened. */

import { LAB_SCRIPTS } from "../embed/labs.ts";
import { LAB_NAMES } from "../embed/vocabulary.ts";

export const LABS = ["home", ...LAB_NAMES] as const;
export type Lab = (typeof LABS)[number];

const SCRIPTS: Record<Lab, () => Promise<unknown>> = { home: () => import("../labs/home/lab.ts"), ...LAB_SCRIPTS };

/** Home is the default, and where an unknown name leads; a problem in the fragment is one for Order. */
export function chosenLab({ search, hash }: { search: string; hash: string }): Lab {
  const wanted = new URLSearchParams(search).get("lab");
  const named = LABS.find((lab) => lab === wanted);
  return named ?? (wanted === null && hash.startsWith("#problem=") ? "order" : "home");
}

export const loadLab = (lab: Lab): Promise<unknown> => SCRIPTS[lab]();

/** Its element, once it is loaded. */
export const makeLab = (lab: Lab): HTMLElement => document.createElement(`posenc-${lab}-lab`);

/** Its page in a state, with the language and the theme of this one; what only one lab understands stays behind. */
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
