/** Light or dark: the visitor's choice in the address, else the system's; always light on paper. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export type Scheme = "light" | "dark";

export const isTheme = (text: string | null): text is Theme => THEMES.includes(text as Theme);

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

export function onScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(): void {
  document.documentElement.dataset.scheme = scheme();
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
