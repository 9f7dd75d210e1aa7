/** The language of all labs on the page: the one that was asked for last, else the page's, else the visitor's. */
import { setLanguage } from "../i18n/catalogue.ts";
import { bestLanguage, type Language } from "../i18n/language.ts";

let asked: Language | null = null;

/** Loads the words of every lab that is there; English where they cannot be had. */
export async function speak(language: Language | null = null): Promise<void> {
  asked = language ?? asked;
  const wanted = asked ?? bestLanguage([document.documentElement.lang, ...navigator.languages]);
  await setLanguage(wanted).catch(() => setLanguage("en"));
}
