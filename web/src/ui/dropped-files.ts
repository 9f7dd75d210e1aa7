/** Files dropped on an element, wherever in it; and a page that stays where it is when one misses. */

export interface Drops {
  /** Whether files are taken now. */
  isOpen(): boolean;
  over?(isOver: boolean): void;
  take(files: readonly File[]): void;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

export function onDroppedFiles(element: HTMLElement, { isOpen, over, take }: Drops): void {
  element.addEventListener("dragover", (event) => {
    if (!hasFiles(event) || !isOpen()) return;
    event.preventDefault();
    over?.(true);
  });
  element.addEventListener("dragleave", () => over?.(false));
  element.addEventListener("drop", (event) => {
    if (!hasFiles(event) || !isOpen()) return;
    event.preventDefault();
    over?.(false);
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

/** For pages of ours: a browser would open the file in the page's place. */
export function keepPage(): void {
  for (const name of ["dragover", "drop"] as const)
    addEventListener(name, (event) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    });
}
