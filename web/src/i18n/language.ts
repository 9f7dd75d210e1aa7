/** The page's languages, the one in use, and how numbers are written in it. */

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };

export const isLanguage = (text: string | null): text is Language => LANGUAGES.includes(text as Language);

/** The language that fits the visitor's list best: en-GB -> en, zh-TW -> zh-Hant, zh-CN and plain zh -> zh-Hans. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (/^(zh|yue)\b/.test(lower))
      return /\b(hant|tw|hk|mo)\b/.test(lower) || lower.startsWith("yue") ? "zh-Hant" : "zh-Hans";
    if (/^en\b/.test(lower)) return "en";
  }
  return "en";
}

let current: Language = "en";
const listeners = new Set<() => void>();

export const language = (): Language => current;

/** Called by setLanguage (catalogue.ts) when every catalogue is there. */
export function switchLanguage(next: Language): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
