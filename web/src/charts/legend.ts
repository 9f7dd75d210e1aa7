/** The bar that says which colour is which number. */
import { type SVGTemplateResult, svg } from "lit";
import { colourOf, type MapName, type Rgb, type Scheme } from "./color-map.ts";

const STEPS = 9;

export const fillOf = (colour: Rgb): string => `rgb(${colour.join()})`;

/** Nine wide, one high. */
export const legendBar = (map: MapName, scheme: Scheme): SVGTemplateResult[] =>
  Array.from({ length: STEPS }, (_, at) => {
    const share = map === "diverging" ? at / 4 - 1 : at / 8;
    return svg`<rect x=${at} width="1.02" height="1" fill=${fillOf(colourOf(share, 1, map, scheme))}></rect>`;
  });

/** The numbers at its ends. */
export const legendEnds = (map: MapName, domain: number): [number, number] => [
  map === "diverging" ? -domain : 0,
  domain,
];
