/**
 * The address of a frame: which lab, how it is shown, and its state. Keys of the state stand in the query beside these
 * or behind "#"; what is behind "#" comes last and wins.
 *
 *   embed/?lab=rotation&theta=500000&ui=min&lock=pairing
 *   embed/?lab=order&ui=none#problem={…}
 */
import { isLanguage, LANGUAGES, type Language } from "../i18n/language.ts";
import { FULL, type Presentation, readNames, UI } from "../lab/presentation.ts";
import { isTheme, THEMES, type Theme } from "../ui/theme-names.ts";
import { isLabName } from "./labs.ts";
import { HEIGHTS, KEYS, LAB_NAMES, type LabName, MOST_ID } from "./vocabulary.ts";

export interface EmbedAddress {
  lab: LabName;
  state: string;
  presentation: Presentation;
  theme: Theme;
  /** null: the visitor's. */
  lang: Language | null;
  /** Fixed height in pixels; null: as high as the content. */
  height: number | null;
  isTransparent: boolean;
  /** Of the frame, for a page with several: every message has it. */
  id: string;
  /** What was not taken, in words. */
  notes: readonly string[];
}

export function readAddress({ search, hash }: { search: string; hash: string }): EmbedAddress {
  const query = new URLSearchParams(search);
  const notes: string[] = [];
  const read = <T>(key: string, expected: string, take: (text: string) => T | null, otherwise: T): T => {
    const text = query.get(key);
    if (text === null) return otherwise;
    const value = take(text);
    if (value === null) notes.push(`${key}: expected ${expected}, got ${text.slice(0, 40)}`);
    return value ?? otherwise;
  };
  const oneOf = <T extends string>(key: string, options: readonly T[], otherwise: T): T =>
    read(key, options.join(", "), (text) => options.find((option) => option === text) ?? null, otherwise);

  const [least, most] = HEIGHTS;
  const pixels = (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : null;
  };
  read("v", "1", (text) => (text === "1" ? 1 : null), 1);
  return {
    lab: read("lab", LAB_NAMES.join(", "), (text) => (isLabName(text) ? text : null), "order"),
    state: [stateIn(search.replace(/^\?/, "")), hash.replace(/^#/, "")].filter(Boolean).join("&"),
    presentation: {
      ui: oneOf("ui", UI, FULL.ui),
      hide: read("hide", "names", readNames, FULL.hide),
      lock: read("lock", "names", readNames, FULL.lock),
      motion: oneOf("motion", ["on", "off"], FULL.motion),
    },
    theme: read("theme", THEMES.join(", "), (text) => (isTheme(text) ? text : null), "auto"),
    lang: read("lang", LANGUAGES.join(", "), (text) => (isLanguage(text) ? text : null), null as Language | null),
    height: read("h", `${least} … ${most}`, pixels, null as number | null),
    isTransparent: oneOf("transparent", ["0", "1"], "0") === "1",
    id: (query.get("id") ?? "").slice(0, MOST_ID),
    notes,
  };
}

/** As it was written: a lab may decode it otherwise than a query. */
const stateIn = (query: string): string =>
  query
    .split("&")
    .filter((piece) => piece !== "" && !KEYS.some((key) => piece === key || piece.startsWith(`${key}=`)))
    .join("&");
