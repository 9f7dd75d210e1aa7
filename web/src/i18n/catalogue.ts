/**
 * Strings by key, one JSON file per language. English is part of the script (and the fallback per key); the others are
 * fetched when first used. Keys are typed by the English file; build-scripts/check-i18n.mjs checks that each language
 * has every key with the same {placeholders} and that no key is unused.
 */
import { type Language, language, switchLanguage } from "./language.ts";

export type Strings<Key extends string> = Readonly<Record<Key, string>>;
export type Values = Readonly<Record<string, string | number>>;
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

type Loader = () => Promise<{ default: Readonly<Record<string, string>> }>;

interface Catalogue {
  load(wanted: Language): Promise<void>;
}

const catalogues: Catalogue[] = [];

export function createCatalogue<English extends Readonly<Record<string, string>>>(
  english: English,
  loaders: Record<Exclude<Language, "en">, Loader>,
): Translate<keyof English & string> {
  const loaded: { [name in Language]?: Readonly<Record<string, string>> } = { en: english };
  catalogues.push({
    async load(wanted) {
      if (wanted !== "en") loaded[wanted] ??= (await loaders[wanted]()).default;
    },
  });
  return (key, values) => {
    const text = loaded[language()]?.[key] ?? english[key] ?? key;
    return values ? fill(text, values) : text;
  };
}

/** "{count} words" with {count: 3} -> "3 words". A placeholder without a value stays visible. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

let latest = 0;
let pending: Language | null = null;

/** The one that was asked for and is being fetched. */
export const pendingLanguage = (): Language | null => pending;

/**
 * Loads the language everywhere, then switches at once. Of several calls the last one wins. Without one: for words that
 * came with a part of the page, in the language that was asked for last.
 */
export async function setLanguage(wanted: Language = pending ?? language()): Promise<void> {
  const call = ++latest;
  pending = wanted;
  try {
    await Promise.all(catalogues.map((catalogue) => catalogue.load(wanted)));
  } finally {
    if (call === latest) pending = null;
  }
  if (call === latest) switchLanguage(wanted);
}
