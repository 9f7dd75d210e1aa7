/**
 * What documents have in common: language and colours are chosen on the page, stay in its address, and go along with the
 * links of its header.
 */
import { setLanguage } from "../i18n/catalogue.ts";
import {
  bestLanguage,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  language,
  onLanguage,
} from "../i18n/language.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { paintPage, setTheme, theme } from "./theme.ts";
import { isTheme, THEMES, type Theme } from "./theme-names.ts";

const KEPT = ["lang", "theme"] as const;
type Kept = (typeof KEPT)[number];

/** "?lang=…&theme=…" as the address has them now, after what the page itself is told. */
export function withKept(own: Readonly<Record<string, string>> = {}): string {
  const here = new URLSearchParams(location.search);
  const query = new URLSearchParams(own);
  for (const key of KEPT) {
    const value = here.get(key);
    if (value !== null) query.set(key, value);
  }
  return query.size > 0 ? `?${query}` : "";
}

function keep(key: Kept, value: string | null): void {
  const query = new URLSearchParams(location.search);
  if (value === null) query.delete(key);
  else query.set(key, value);
  const search = query.size > 0 ? `?${query}` : "";
  history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`);
  followSettings();
}

const headerLinks = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>("header a")];

function followSettings(): void {
  for (const link of headerLinks()) link.search = withKept();
}

function select(label: string, options: readonly [value: string, text: string][], chosen: string): HTMLSelectElement {
  const element = document.createElement("select");
  element.setAttribute("aria-label", label);
  element.append(...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
  return element;
}

function drawSwitches(): void {
  const languages = select(
    t("page.language"),
    LANGUAGES.map((name) => [name, LANGUAGE_NAMES[name]]),
    language(),
  );
  languages.addEventListener("change", async () => {
    const chosen = languages.value as Language;
    const before = new URLSearchParams(location.search).get("lang");
    // First, so that links drawn with the new words have it.
    keep("lang", chosen);
    try {
      await setLanguage(chosen);
    } catch {
      // It could not be fetched: the one before stays.
      keep("lang", before);
      drawSwitches();
    }
    document.querySelector<HTMLElement>(".switches select")?.focus();
  });
  const themes = select(
    t("page.theme"),
    THEMES.map((name) => [name, t(`page.theme.${name}` as PageKey)]),
    theme(),
  );
  themes.addEventListener("change", () => {
    keep("theme", themes.value === "auto" ? null : themes.value);
    setTheme(themes.value as Theme);
  });
  document.querySelector(".switches")?.replaceChildren(languages, themes);
}

const folder = (path: string): string => path.replace(/index\.html$/, "");

/** Resolves when the words are there; `translate` writes the page's own, now and after each change of language. */
export async function openDocument(translate: () => void): Promise<void> {
  const settings = new URLSearchParams(location.search);
  const [lang, theme] = [settings.get("lang"), settings.get("theme")];
  paintPage();
  setTheme(isTheme(theme) ? theme : "auto");
  headerLinks()
    .find((link) => folder(link.pathname) === folder(location.pathname) && !link.matches(".brand"))
    ?.setAttribute("aria-current", "page");
  followSettings();
  onLanguage(() => {
    document.documentElement.lang = language();
    translate();
    drawSwitches();
  });
  await setLanguage(isLanguage(lang) ? lang : bestLanguage(navigator.languages)).catch(() => setLanguage("en"));
}
