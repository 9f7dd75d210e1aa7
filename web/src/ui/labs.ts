/** The pages, chosen by the query key `lab`; each is fetched when it is opened. */

import { LAB_SCRIPTS } from "../embed/labs.ts";
import { LABS, type Lab } from "./addresses.ts";

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
