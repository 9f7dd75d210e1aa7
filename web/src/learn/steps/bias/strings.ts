import { createCatalogue } from "../../../i18n/catalogue.ts";
import english from "./strings.en.json";

export const t = createCatalogue(english, {
  "zh-Hans": () => import("./strings.zh-Hans.json"),
  "zh-Hant": () => import("./strings.zh-Hant.json"),
});
