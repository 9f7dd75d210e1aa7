/** Start: theme, language and lab from the address, then the page in one go. */
import { setLanguage } from "../i18n/catalogue.ts";
import { bestLanguage, isLanguage, language, onLanguage } from "../i18n/language.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { keepForOffline } from "../offline/register.ts";
import { readSettings } from "../state/page-settings.ts";
import { keepPage } from "./dropped-files.ts";
import { chosenLab, loadLab } from "./labs.ts";
import { paintPage, setTheme } from "./theme.ts";
import { isTheme } from "./theme-names.ts";
import "./app.ts";

const settings = readSettings(location.search);
const lab = chosenLab(location);

keepPage();
paintPage();
setTheme(isTheme(settings.theme) ? settings.theme : "auto");

onLanguage(() => {
  document.documentElement.lang = language();
  document.title = t(`page.title.${lab}` as PageKey);
});

// The lab's catalogue must be there before the language is loaded.
await loadLab(lab);
const wanted = isLanguage(settings.lang) ? settings.lang : bestLanguage(navigator.languages);
await setLanguage(wanted).catch(() => setLanguage("en"));
document.body.prepend(document.createElement("posenc-app"));
keepForOffline();
