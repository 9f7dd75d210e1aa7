/** A drawing as a file that stands alone: its title, its description, its colours, and where its numbers come from. */
import { render } from "lit";
import type { Drawing } from "../charts/drawing.ts";

import { PALETTE, resolved } from "../charts/palette.ts";
import type { Tensor } from "../engine/problem.ts";
import { language } from "../i18n/language.ts";
import { toNpy } from "../io/npy.ts";
import { wellFormed } from "../state/tokens.ts";
import type { Origin } from "./origin.ts";

export interface FigureWords {
  title: string;
  description: string;
  origin: Pick<Origin, "caption" | "link">;
  language: string;
}

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 20;
const HEAD = 34;
const LEAST_WIDTH = 420;
/** Widths of signs below, as they are at most. */
const CAPTION = { letter: 6.2, wide: 11.5, line: 16 };
const LINK_LETTER = 5.5;
/** Of a picture: pixels for each unit of the drawing. */
const DENSITY = 2;
const FONTS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Noto Sans CJK SC", sans-serif';
/** By class: it holds against the drawing's own style of text. */
const STYLE = `
  .title, .caption, .link { font-style: normal; text-anchor: start; dominant-baseline: auto; }
  .title { font-size: 15px; font-weight: 600; fill: var(--ink); }
  .caption { font-size: 11px; fill: var(--ink-2); }
  .link { font: 9px ui-monospace, Menlo, Consolas, monospace; fill: var(--ink-2); }
`;

function node(name: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

const widthOf = (text: string): number =>
  [...text].reduce((width, sign) => width + (sign > "\u2e7f" ? CAPTION.wide : CAPTION.letter), 0);

/** The signs that XML cannot hold. */
const readable = (text: string): string =>
  wellFormed(text).replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");

function drawn({ body, style }: Drawing): SVGElement {
  const group = node("g", { transform: `translate(${MARGIN} ${HEAD + 8})` });
  render(body, group as unknown as HTMLElement);
  // Marks of the templates.
  const walker = document.createTreeWalker(group, NodeFilter.SHOW_COMMENT);
  const marks: Node[] = [];
  while (walker.nextNode()) marks.push(walker.currentNode);
  for (const mark of marks) (mark as Comment).remove();
  group.prepend(node("style", {}, resolved(style)));
  return group;
}

export interface SvgFile {
  text: string;
  width: number;
  height: number;
}

export function svgFile(drawing: Drawing, { title, description, origin, language }: FigureWords): SvgFile {
  const { caption, link } = origin;
  const inner = Math.max(LEAST_WIDTH, drawing.width, ...caption.map(widthOf));
  // Half an address is none: it stands in the description and behind the caption.
  const address = link.length * LINK_LETTER <= inner ? [link] : [];
  const width = Math.ceil(inner + 2 * MARGIN);
  const foot = HEAD + 8 + drawing.height + 18;
  const height = Math.ceil(foot + (caption.length + address.length) * CAPTION.line + 6);
  const root = node("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    lang: language,
    "font-family": FONTS,
  });
  const line = (name: string, text: string, at: number) =>
    node("text", { class: name, x: MARGIN, y: foot + at * CAPTION.line }, text);
  const anchor = node("a", { href: link });
  anchor.append(
    ...caption.map((text, at) => line("caption", text, at)),
    ...address.map((text) => line("link", text, caption.length)),
  );
  root.append(
    node("title", {}, title),
    node("desc", {}, [description, ...caption, link].join("\n").trim()),
    node("style", {}, resolved(STYLE)),
    node("rect", { width, height, fill: PALETTE["--surface"] as string }),
    node("text", { class: "title", x: MARGIN, y: HEAD - 8 }, title),
    drawn(drawing),
    anchor,
  );
  return { text: readable(new XMLSerializer().serializeToString(root)), width, height };
}

/** By the browser's own drawing of the SVG: text in the visitor's fonts. */
export async function pngOf({ text, width, height }: SvgFile): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [DENSITY * width, DENSITY * height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"),
  );
}

/** To where the browser puts downloads. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun with the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export type Form = "svg" | "png" | "npy" | "csv" | "json";

/** Made when it is saved; what makes it may have to be fetched. */
type Made<T> = () => T | Promise<T>;

/** What a figure gives. */
export interface Saved {
  title: string;
  description: () => string;
  draw?: Made<Drawing>;
  tensor?: Made<Tensor>;
  csv?: Made<string>;
  json?: Made<string>;
}

/** Where its numbers are from, before them. */
const withOrigin = (json: string, { caption, link }: Origin): string =>
  json.replace(/^\{/, `{\n "about": ${JSON.stringify({ caption, link })},`);

export async function contentOf(form: Form, saved: Saved, origin: Origin): Promise<Blob> {
  const { title, description, draw, tensor, csv, json } = saved;
  const file = async () =>
    svgFile(await (draw as Made<Drawing>)(), { title, description: description(), origin, language: language() });
  switch (form) {
    case "svg":
      return new Blob([(await file()).text], { type: "image/svg+xml" });
    case "png":
      return pngOf(await file());
    case "npy":
      return new Blob([toNpy(await (tensor as Made<Tensor>)()) as Uint8Array<ArrayBuffer>], {
        type: "application/octet-stream",
      });
    case "csv":
      return new Blob([(await csv?.()) ?? ""], { type: "text/csv" });
    case "json":
      return new Blob([withOrigin((await json?.()) ?? "", origin)], { type: "application/json" });
  }
}
