/** Light or dark: the visitor's choice, else the system's; always light on paper. Whoever owns the page shows it. */
import type { Theme } from "./theme-names.ts";

export type Scheme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let chosen: Theme = "auto";
let printing = false;

export const theme = (): Theme => chosen;

export function scheme(): Scheme {
  if (printing) return "light";
  return chosen === "auto" ? (system.matches ? "dark" : "light") : chosen;
}

export function setTheme(next: Theme): void {
  chosen = next;
  apply();
}

/** The whole page in the scheme, now and later. */
export function paintPage(): void {
  const paint = () => {
    document.documentElement.dataset.scheme = scheme();
  };
  onScheme(paint);
  paint();
}

export function onScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(): void {
  for (const listener of [...listeners]) listener();
}

system.addEventListener("change", apply);
for (const [event, value] of [
  ["beforeprint", true],
  ["afterprint", false],
] as const) {
  addEventListener(event, () => {
    printing = value;
    apply();
  });
}
