/**
 * How much of a lab is shown: all, figures and settings, or figures alone; single controls left out, or shown but fixed.
 * Controls are named by the property that they set; parts of the frame by PARTS.
 */

export const UI = ["full", "min", "none"] as const;
export type Ui = (typeof UI)[number];

/** What `hide` takes beside the names of properties. */
export const PARTS = ["tries", "compare", "share", "settings"] as const;

export interface Presentation {
  ui: Ui;
  hide: readonly string[];
  lock: readonly string[];
  /** off: nothing moves, scrolling jumps, and what plays by itself is not offered. */
  motion: "on" | "off";
}

export const FULL: Presentation = { ui: "full", hide: [], lock: [], motion: "on" };

/** "theta, pairing" -> its names. Which of them a lab has, is for the lab to say. */
export const readNames = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

const FIELDS = "input, select, textarea, button, posenc-choice-menu, posenc-token-strip, posenc-given-files";

/** The whole of a control: with its label, and what it means. */
function controlsOf(root: ParentNode, name: string): HTMLElement[] {
  const marked = root.querySelectorAll<HTMLElement>(`[data-part="${name}"], [data-control="${name}"]`);
  if (marked.length > 0) return [...marked];
  const field = root.querySelector<HTMLElement>(`[name="${name}"], [id="${name}"], [data-testid="${name}"]`);
  const control = field?.closest<HTMLElement>(".number-control, .option, .list, fieldset, label");
  return control ? [control] : [];
}

/** After each drawing: a control may have come anew. */
export function applyPresentation(root: ParentNode, { hide, lock }: Presentation): void {
  for (const control of hide.flatMap((name) => controlsOf(root, name))) control.setAttribute("hidden", "");
  for (const control of lock.flatMap((name) => controlsOf(root, name))) {
    for (const field of [control, ...control.querySelectorAll<HTMLElement>(FIELDS)]) {
      if (!field.matches(FIELDS)) continue;
      if ("disabled" in field) field.disabled = true;
      else field.inert = true;
    }
  }
}
