/** Where a figure stands: its lab, what the lab speaks of, and the address of its state. */

/** A lab says what belongs in the names of files, the method or the model, and which address shows its state. */
export interface FileSource {
  readonly fileSubject: string;
  readonly environment: { readonly place: { hash(): string }; linkTo(hash: string): string };
}

export interface Origin {
  lab: string;
  subject: string;
  link: string;
}

const TAG = /^posenc-(.+)-lab$/;

/** Out of one shadow root after the other, up to the lab. */
export function originOf(element: Element): Origin {
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    const lab = TAG.exec(root.host.localName)?.[1];
    if (!lab) continue;
    const { fileSubject = "", environment } = root.host as Partial<FileSource>;
    return { lab, subject: fileSubject, link: environment?.linkTo(environment.place.hash()) ?? location.href };
  }
  return { lab: "posenc", subject: "", link: location.href };
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
