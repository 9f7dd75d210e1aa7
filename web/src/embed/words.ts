/** The language of all labs on the page: the one that was asked for last, of a lab or of the page; else the page's, else the visitor's. */
import { pendingLanguage, setLanguage } from "../i18n/catalogue.ts";
import { bestLanguage, type Language } from "../i18n/language.ts";

let asked: Language | null = null;

/** Loads the words of every lab that is there; English where they cannot be had. */
export async function speak(language: Language | null = null): Promise<void> {
  asked = language ?? asked;
  const wanted = asked ?? pendingLanguage() ?? bestLanguage([document.documentElement.lang, ...navigator.languages]);
  await setLanguage(wanted).catch(() => setLanguage("en"));
}
