/**
 * How a lab is to be shown, as attributes of an element and keys of a frame's address say it alike. What is not understood
 * keeps its default and is said.
 */
import { isLanguage, LANGUAGES, type Language } from "../i18n/language.ts";
import { FULL, PARTS, type Presentation, readNames, UI } from "../lab/presentation.ts";
import { isTheme, THEMES, type Theme } from "../ui/theme-names.ts";

export interface Asked {
  presentation: Presentation;
  theme: Theme;
  /** null: the page's, else the visitor's. */
  lang: Language | null;
  isTransparent: boolean;
  /** What was not taken, in words. */
  notes: readonly string[];
}

/** Takes a text; null: not understood. */
export type Take<T> = (text: string) => T | null;

export interface Reader {
  read<T>(key: string, expected: string, take: Take<T>, otherwise: T): T;
  readonly notes: readonly string[];
}

/** As an attribute it may stand without a value. */
const TRANSPARENT: ReadonlyMap<string, boolean> = new Map([
  ["", true],
  ["1", true],
  ["0", false],
]);

const SHOWN = 40;
const excerpt = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** `get` gives null where nothing stands. */
export function reader(get: (key: string) => string | null): Reader {
  const notes: string[] = [];
  return {
    notes,
    read(key, expected, take, otherwise) {
      const text = get(key);
      if (text === null) return otherwise;
      const value = take(text);
      if (value === null) notes.push(`${key}: expected ${expected}, got ${excerpt(text)}`);
      return value ?? otherwise;
    },
  };
}

export function readAsked({ read, notes }: Reader): Asked {
  const oneOf = <T extends string>(key: string, options: readonly T[], otherwise: T): T =>
    read(key, options.join(", "), (text) => options.find((option) => option === text) ?? null, otherwise);
  return {
    presentation: {
      ui: oneOf("ui", UI, FULL.ui),
      hide: read("hide", "names", readNames, FULL.hide),
      lock: read("lock", "names", readNames, FULL.lock),
      motion: oneOf("motion", ["on", "off"], FULL.motion),
    },
    theme: read("theme", THEMES.join(", "), (text) => (isTheme(text) ? text : null), "auto"),
    lang: read("lang", LANGUAGES.join(", "), (text) => (isLanguage(text) ? text : null), null as Language | null),
    isTransparent: read("transparent", "0, 1", (text) => TRANSPARENT.get(text) ?? null, false),
    notes,
  };
}

/** Names that a lab has; `sections` are fetched only where `hide` may mean one. */
export interface Names {
  settings: readonly string[];
  sections(): Promise<readonly string[]>;
}

/** Without names that the lab does not have, which are said. */
export async function ofLab(
  presentation: Presentation,
  { settings, sections }: Names,
  say: (note: string) => void,
): Promise<Presentation> {
  const known = (key: "hide" | "lock", names: readonly string[]) => {
    const unknown = presentation[key].filter((name) => !names.includes(name));
    if (unknown.length > 0) say(`${key}: expected ${names.join(", ")}, got ${excerpt(unknown.join(", "))}`);
    return presentation[key].filter((name) => names.includes(name));
  };
  const usual = [...PARTS, ...settings];
  const others = presentation.hide.every((name) => usual.includes(name)) ? [] : await sections();
  return { ...presentation, hide: known("hide", [...usual, ...others]), lock: known("lock", settings) };
}
