/** The labs that can stand in other pages; each is fetched when it is shown. */
import type { Lab } from "../lab/environment.ts";
import { LAB_NAMES, type LabName } from "./vocabulary.ts";

export const LAB_SCRIPTS: Readonly<Record<LabName, () => Promise<unknown>>> = {
  order: () => import("../labs/order/lab.ts"),
  absolute: () => import("../labs/absolute/lab.ts"),
  relative: () => import("../labs/relative/lab.ts"),
  rotation: () => import("../labs/rotation/lab.ts"),
  context: () => import("../labs/context/lab.ts"),
  scores: () => import("../labs/scores/lab.ts"),
  cache: () => import("../labs/cache/lab.ts"),
  cost: () => import("../labs/cost/lab.ts"),
  train: () => import("../labs/train/lab.ts"),
};

export const isLabName = (text: string | null): text is LabName => LAB_NAMES.includes(text as LabName);

/** Its element, not yet connected. */
export async function makeLab(name: LabName): Promise<Lab> {
  await LAB_SCRIPTS[name]();
  return document.createElement(`posenc-${name}-lab`) as Lab;
}
