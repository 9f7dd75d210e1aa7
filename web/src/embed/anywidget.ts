/**
 * A lab as a widget of Jupyter, by the anywidget convention: `_esm = "…/anywidget.js"`, and traits with these names that
 * are synchronised. `state` goes both ways.
 */
import { definePosencLab, type PosencLab } from "./posenc-lab.ts";

const TRAITS = ["lab", "theme", "lang", "ui", "hide", "lock", "motion"] as const;

/** The part of the widget's model that is used. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  definePosencLab(import.meta.url);
  const lab = document.createElement("posenc-lab") as PosencLab;
  const take = (name: string) => {
    const value = model.get(name);
    if (typeof value === "string") lab.setAttribute(name, value);
  };
  const takeState = () => {
    const value = model.get("state");
    if (typeof value === "string") lab.state = value;
  };
  for (const name of TRAITS) take(name);
  takeState();
  const listeners: [string, () => void][] = [
    ["change:state", takeState],
    ...TRAITS.map((name): [string, () => void] => [`change:${name}`, () => take(name)]),
  ];
  for (const [event, listener] of listeners) model.on(event, listener);
  lab.addEventListener("posenc-change", (event) => {
    model.set("state", (event as CustomEvent<{ state: string }>).detail.state);
    model.save_changes();
  });
  el.append(lab);
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    lab.remove();
  };
}

export default { render };
