/** Files that the page around hands in, for labs that take numbers from files. */
import type { PosencGivenFiles } from "../elements/given-files.ts";
import type { Lab, LoadedFile } from "./environment.ts";

/** They go where a visitor would drop them; what is refused is told outside too. */
export function takeLoadedFiles(lab: Lab): void {
  lab.addEventListener("posenc-load", (event) => {
    const place = lab.shadowRoot?.querySelector<PosencGivenFiles>("posenc-given-files");
    if (!place) return;
    event.preventDefault();
    void place.readBytes((event as CustomEvent<LoadedFile>).detail).then((message) => {
      if (message !== "") lab.environment.report({ code: "state", message });
    });
  });
}
