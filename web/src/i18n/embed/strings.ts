/** The words of the panel with code for other pages; fetched with it. */
import { createCatalogue } from "../catalogue.ts";
import english from "./strings.en.json";

export type EmbedKey = keyof typeof english;

export const t = createCatalogue(english, {
  "zh-Hans": () => import("./strings.zh-Hans.json"),
  "zh-Hant": () => import("./strings.zh-Hant.json"),
});
