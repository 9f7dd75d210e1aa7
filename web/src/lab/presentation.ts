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

/** The whole of a control, with its label and what it means; a section goes by the name of its heading. */
function controlsOf(root: ParentNode, name: string): HTMLElement[] {
  const marked = root.querySelectorAll<HTMLElement>(
    `[data-part="${name}"], [data-control="${name}"], section[aria-labelledby="${name}-title"]`,
  );
  if (marked.length > 0) return [...marked];
  const field = root.querySelector<HTMLElement>(`[name="${name}"], [id="${name}"], [data-testid="${name}"]`);
  const control = field?.closest<HTMLElement>(".number-control, .option, .list, fieldset, label");
  return control ? [control] : [];
}

/** A group of controls goes with the last of them. */
function hideEmptyGroups(root: ParentNode): void {
  for (const group of root.querySelectorAll("fieldset")) {
    const fields = [...group.querySelectorAll(FIELDS)];
    if (fields.length > 0 && fields.every((field) => field.closest("[hidden]"))) group.setAttribute("hidden", "");
  }
}

/** After each drawing: a control may have come anew. */
export function applyPresentation(root: ParentNode, { ui, hide, lock }: Presentation): void {
  // A figure of a page is no landmark of it: several of one lab would have one name.
  if (ui !== "full")
    for (const region of root.querySelectorAll("section, [role=region]")) region.setAttribute("role", "group");
  for (const control of hide.flatMap((name) => controlsOf(root, name))) control.setAttribute("hidden", "");
  if (hide.length > 0) hideEmptyGroups(root);
  for (const control of lock.flatMap((name) => controlsOf(root, name))) {
    for (const field of [control, ...control.querySelectorAll<HTMLElement>(FIELDS)]) {
      if (!field.matches(FIELDS)) continue;
      if ("disabled" in field) field.disabled = true;
      else field.inert = true;
    }
  }
}
