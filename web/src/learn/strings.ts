/** The words around the pages; each page has its own. */
import { createCatalogue } from "../i18n/catalogue.ts";
import english from "./strings.en.json";

export type LearnKey = keyof typeof english;

export const t = createCatalogue(english, {
  "zh-Hans": () => import("./strings.zh-Hans.json"),
  "zh-Hant": () => import("./strings.zh-Hant.json"),
});
