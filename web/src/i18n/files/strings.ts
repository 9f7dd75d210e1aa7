/** The words of files with numbers, and of what is wrong with them. */
import { createCatalogue } from "../catalogue.ts";
import english from "./strings.en.json";

export type FilesKey = keyof typeof english;

export const t = createCatalogue(english, {
  "zh-Hans": () => import("./strings.zh-Hans.json"),
  "zh-Hant": () => import("./strings.zh-Hant.json"),
});
