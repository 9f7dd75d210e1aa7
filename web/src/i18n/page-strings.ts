/** The words of the page's frame and of the elements that every lab uses. */
import { createCatalogue } from "./catalogue.ts";
import english from "./strings.en.json";

export type PageKey = keyof typeof english;

export const t = createCatalogue(english, {
  "zh-Hans": () => import("./strings.zh-Hans.json"),
  "zh-Hant": () => import("./strings.zh-Hant.json"),
});
