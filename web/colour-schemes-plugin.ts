/**
 * #colour-schemes: the colours that the maps are made of, taken from d3-scale-chromatic when the page is built. The
 * library computes all its schemes when it is loaded, and is 11 kB of every page that shows a map.
 */
import { schemeBlues, schemePuOr } from "d3-scale-chromatic";
import type { Plugin } from "vite";

const NAME = "#colour-schemes";

export const colourSchemes = (): Plugin => ({
  name: "posenc-colour-schemes",
  enforce: "pre",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}`
      ? `export const puOr = ${JSON.stringify(schemePuOr[11])};\nexport const blues = ${JSON.stringify(schemeBlues[9])};`
      : undefined,
});
