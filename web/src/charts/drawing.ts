/** A picture as data: what is drawn, how large, and the style sheet it is drawn with. */
import type { SVGTemplateResult } from "lit";

export interface Drawing {
  width: number;
  height: number;
  body: SVGTemplateResult;
  /** Takes its colours from custom properties: on screen the page fills them in, in a file the palette. */
  style: string;
}

const LETTER = 7;
const IDEOGRAPH = 13;

/** About how wide a text of 12 px is: files are drawn without a page to measure on. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e80 ? IDEOGRAPH : LETTER), 0);

/** Cut at the end, with a sign that it is. */
export function fitted(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const signs = [...text];
  while (signs.length > 0 && textWidth(`${signs.join("")}…`) > width) signs.pop();
  return `${signs.join("")}…`;
}
