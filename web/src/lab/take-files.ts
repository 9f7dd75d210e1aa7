/** Files for labs that take numbers from files: dropped anywhere on the lab, or handed in by the page around. */
import type { PosencGivenFiles } from "../elements/given-files.ts";
import { onDroppedFiles } from "../ui/dropped-files.ts";
import type { Lab, LoadedFile } from "./environment.ts";

const placeOf = (lab: Lab) => lab.shadowRoot?.querySelector<PosencGivenFiles>("posenc-given-files");

/** They go where they are listed; what is refused is told outside too. */
export function takeFiles(lab: Lab): void {
  lab.addEventListener("posenc-load", (event) => {
    const place = placeOf(lab);
    if (!place) return;
    event.preventDefault();
    const file = (event as CustomEvent<LoadedFile>).detail;
    const read = place.inert
      ? Promise.resolve(`${file.name}: the numbers of this lab are locked`)
      : place.readBytes(file);
    void read.then((message) => {
      if (message !== "") lab.environment.report({ code: "state", message });
    });
  });
  onDroppedFiles(lab, {
    // Hidden or locked by the page around.
    isOpen() {
      const place = placeOf(lab);
      return (
        place !== undefined && place !== null && !place.inert && (place.closest("details") ?? place).checkVisibility()
      );
    },
    over(isOver) {
      const place = placeOf(lab);
      if (place) place.isOver = isOver;
    },
    async take(files) {
      const place = placeOf(lab);
      const details = place?.closest("details");
      if (details) details.open = true;
      if ((await place?.readFiles(files)) !== "") place?.scrollIntoView({ block: "nearest" });
    },
  });
}
