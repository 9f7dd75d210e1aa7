/** What is alive on a document: its language, its colours, and links that keep both. English stands in the page itself. */
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
import { type PageKey, t as page } from "../i18n/page-strings.ts";
import { paintPage, setTheme, theme } from "../ui/theme.ts";
import { isTheme, THEMES, type Theme } from "../ui/theme-names.ts";
import { inline } from "./inline.ts";
import { type DocsKey, t } from "./words.ts";

const settings = new URLSearchParams(location.search);
const isReference = location.pathname.endsWith("/api.html");
const links = [...document.querySelectorAll<HTMLAnchorElement>("header a")];

function keep(key: "lang" | "theme", value: string | null): void {
  if (value === null) settings.delete(key);
  else settings.set(key, value);
  history.replaceState(null, "", `${location.pathname}${search()}${location.hash}`);
  followSettings();
}

const search = (): string => (settings.size > 0 ? `?${settings}` : "");

function followSettings(): void {
  for (const link of links) link.search = search();
}

function translate(): void {
  document.documentElement.lang = language();
  document.title = t(isReference ? "docs.reference.title" : "docs.title");
  for (const element of document.querySelectorAll<HTMLElement>("[data-t]"))
    element.innerHTML = inline(t(element.dataset.t as DocsKey));
  document.querySelector("nav")?.setAttribute("aria-label", t("docs.nav"));
  drawSwitches();
}

function select(label: string, options: readonly [value: string, text: string][], chosen: string): HTMLSelectElement {
  const element = document.createElement("select");
  element.setAttribute("aria-label", label);
  element.append(...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
  return element;
}

function drawSwitches(): void {
  const languages = select(
    page("page.language"),
    LANGUAGES.map((name) => [name, LANGUAGE_NAMES[name]]),
    language(),
  );
  languages.addEventListener("change", async () => {
    const chosen = languages.value as Language;
    try {
      await setLanguage(chosen);
      keep("lang", chosen);
    } catch {
      // It could not be fetched: the one before stays.
      drawSwitches();
    }
    document.querySelector<HTMLElement>(".switches select")?.focus();
  });
  const themes = select(
    page("page.theme"),
    THEMES.map((name) => [name, page(`page.theme.${name}` as PageKey)]),
    theme(),
  );
  themes.addEventListener("change", () => {
    setTheme(themes.value as Theme);
    keep("theme", themes.value === "auto" ? null : themes.value);
  });
  document.querySelector(".switches")?.replaceChildren(languages, themes);
}

paintPage();
const wantedTheme = settings.get("theme");
setTheme(isTheme(wantedTheme) ? wantedTheme : "auto");
const folder = (path: string): string => path.replace(/index\.html$/, "");
links.findLast((link) => folder(link.pathname) === folder(location.pathname))?.setAttribute("aria-current", "page");
followSettings();
onLanguage(translate);
const wanted = settings.get("lang");
await setLanguage(isLanguage(wanted) ? wanted : bestLanguage(navigator.languages)).catch(() => setLanguage("en"));
