/** The pages in their order; each is fetched when it is read. The fifth ends with the claims. */
import type { Say } from "./say.ts";
import type { Step } from "./step.ts";
import { t } from "./strings.ts";

export interface StepEntry {
  name: string;
  title: Say;
  load(): Promise<Step>;
}

export const STEPS: readonly StepEntry[] = [
  {
    name: "sinusoidal",
    title: () => t("step.sinusoidal"),
    load: async () => (await import("./steps/sinusoidal/step.ts")).step,
  },
  { name: "rotary", title: () => t("step.rotary"), load: async () => (await import("./steps/rotary/step.ts")).step },
  { name: "buckets", title: () => t("step.buckets"), load: async () => (await import("./steps/buckets/step.ts")).step },
  {
    name: "extension",
    title: () => t("step.extension"),
    load: async () => (await import("./steps/extension/step.ts")).step,
  },
  { name: "bias", title: () => t("step.bias"), load: async () => (await import("./steps/bias/step.ts")).step },
];

/** From 1, as in the address; the first where the address names none. */
export function stepNumber(search: string): number {
  const number = Number(new URLSearchParams(search).get("step") ?? 1);
  return Number.isInteger(number) && number >= 1 && number <= STEPS.length ? number : 1;
}
