/** The labs that can stand in other pages; each is fetched when it is shown. */
import type { Lab } from "../lab/environment.ts";

const SCRIPTS = {
  order: () => import("../labs/order/lab.ts"),
  absolute: () => import("../labs/absolute/lab.ts"),
  relative: () => import("../labs/relative/lab.ts"),
  rotation: () => import("../labs/rotation/lab.ts"),
  context: () => import("../labs/context/lab.ts"),
  scores: () => import("../labs/scores/lab.ts"),
  cache: () => import("../labs/cache/lab.ts"),
  cost: () => import("../labs/cost/lab.ts"),
} as const satisfies Record<string, () => Promise<unknown>>;

export type LabName = keyof typeof SCRIPTS;
export const LAB_NAMES = Object.keys(SCRIPTS) as LabName[];

export const isLabName = (text: string | null): text is LabName => LAB_NAMES.includes(text as LabName);

/** Its element, not yet connected. */
export async function makeLab(name: LabName): Promise<Lab> {
  await SCRIPTS[name]();
  return document.createElement(`posenc-${name}-lab`) as Lab;
}
