/** Where a figure stands: its lab, what the lab speaks of, and the address of its state. */

/**
 * A lab says what belongs in the names of files (the method or the model, mask and head), the same in words for what is
 * written below pictures, a line for each, and which address shows its state.
 */
export interface FileSource {
  readonly fileSubject: string;
  readonly fileCaption: readonly string[];
  readonly environment: { readonly place: { hash(): string }; linkTo(hash: string): string };
}

export interface Origin {
  lab: string;
  subject: string;
  caption: readonly string[];
  link: string;
}

const TAG = /^posenc-(.+)-lab$/;

/** Out of one shadow root after the other, up to the lab. */
export function originOf(element: Element): Origin {
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    const lab = TAG.exec(root.host.localName)?.[1];
    if (!lab) continue;
    const { fileSubject = "", fileCaption = [], environment } = root.host as Partial<FileSource>;
    const link = environment?.linkTo(environment.place.hash()) ?? location.href;
    return { lab, subject: fileSubject, caption: fileCaption, link };
  }
  return { lab: "posenc", subject: "", caption: [], link: location.href };
}

/** "scores-weights-kept-rotary": letters, digits and dashes, whatever the parts hold. */
export const fileName = (...parts: readonly string[]): string =>
  parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, ""),
    )
    .filter((part) => part !== "")
    .join("-");
