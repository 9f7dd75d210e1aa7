/** Start: theme and language from the address, then the page in one go. */
import { setLanguage } from "../i18n/catalogue.ts";
import { bestLanguage, isLanguage, language, onLanguage } from "../i18n/language.ts";
import { t } from "../i18n/page-strings.ts";
import { readSettings } from "../state/link.ts";
import { isTheme, setTheme } from "./theme.ts";
import "./app.ts";
import "../labs/order/lab.ts";

const settings = readSettings(location.search);

setTheme(isTheme(settings.theme) ? settings.theme : "auto");

onLanguage(() => {
  document.documentElement.lang = language();
  document.title = t("page.title");
});

const wanted = isLanguage(settings.lang) ? settings.lang : bestLanguage(navigator.languages);
await setLanguage(wanted).catch(() => setLanguage("en"));
document.body.prepend(document.createElement("posenc-app"));
