/** What the catalogue of models notes in English, in the language of the page. */
import { createCatalogue } from "../../i18n/catalogue.ts";

/** Keys are the English sentences: that language fetches nothing. */
export const modelNote = createCatalogue<Readonly<Record<string, string>>>(
  {},
  {
    "zh-Hans": () => import("./model-notes.zh-Hans.json"),
    "zh-Hant": () => import("./model-notes.zh-Hant.json"),
  },
);
