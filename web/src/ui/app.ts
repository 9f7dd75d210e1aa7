/** <posenc-app>: the page's frame. Header with language and theme, the lab, the footer. */
import { css, html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { setLanguage } from "../i18n/catalogue.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language, language } from "../i18n/language.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { withSetting } from "../state/page-settings.ts";
import { docsAddress, LABS, labAddress, learnAddress } from "./addresses.ts";
import { controlStyles } from "./control-styles.ts";
import { chosenLab, makeLab } from "./labs.ts";
import { setTheme, theme } from "./theme.ts";
import { THEMES, type Theme } from "./theme-names.ts";

export class PosencApp extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        display: block;
        max-width: 1440px;
        margin: 0 auto;
        padding: 0 40px;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
        padding-block: 16px;
        border-block-end: 1px solid var(--rule);
        font-size: var(--text-s);
      }
      .brand {
        font-size: var(--text-m);
        font-weight: 600;
        letter-spacing: 0.01em;
        color: inherit;
        text-decoration: none;
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      nav a {
        padding: 4px 8px;
        border-radius: 4px;
        color: var(--ink-2);
        text-decoration: none;
      }
      nav a:hover {
        color: var(--ink);
        text-decoration: underline;
        text-underline-offset: 4px;
      }
      nav a[aria-current] {
        color: var(--ink);
        font-weight: 600;
        text-decoration: underline;
        text-decoration-color: var(--accent);
        text-decoration-thickness: 2px;
        text-underline-offset: 6px;
      }
      .switches {
        margin-inline-start: auto;
        display: flex;
        gap: 8px;
      }
      .skip {
        position: absolute;
        inset-block-start: 8px;
        z-index: 10;
      }
      .skip:not(:focus) {
        clip-path: inset(50%);
        width: 1px;
        height: 1px;
        overflow: hidden;
      }
      footer {
        margin-block-start: 64px;
        padding-block: 16px 48px;
        border-block-start: 1px solid var(--rule);
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      footer a {
        color: var(--accent-text);
      }
      main:focus {
        outline: none;
      }
      @media (max-width: 1100px) {
        :host {
          padding: 0 32px;
        }
        nav a {
          padding-inline: 5px;
        }
      }
      @media (max-width: 600px) {
        :host {
          padding: 0 16px;
        }
        header {
          padding-block: 8px;
          gap: 4px 16px;
        }
        nav {
          order: 1;
          flex-basis: 100%;
          gap: 0;
          margin-inline: -7px;
        }
        nav a {
          padding-inline: 7px;
        }
      }
      @media print {
        :host {
          padding: 0 4px;
        }
        nav a:not([aria-current]),
        .switches,
        .skip {
          display: none;
        }
      }
    `,
  ];

  @state() private failed = false;
  private readonly lab = chosenLab(location);
  private readonly view = makeLab(this.lab);

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override render() {
    return html`
      <button class="skip" @click=${this.skip}>${t("page.skip")}</button>
      <header>
        <a class="brand" href=${labAddress("home", location.search)} aria-current=${this.lab === "home" ? "page" : nothing}>Posenc</a>
        <nav aria-label=${t("page.labs")}>
          ${LABS.filter((lab) => lab !== "home").map((lab) => html`<a href=${labAddress(lab, location.search)} aria-current=${lab === this.lab ? "page" : nothing}>${t(`page.lab.${lab}` as PageKey)}</a>`)}
          <a href=${learnAddress(location.search)}>${t("page.learn")}</a>
        </nav>
        <span class="switches">
          <select aria-label=${t("page.language")} data-testid="language" @change=${this.chooseLanguage}>
            ${LANGUAGES.map((name) => html`<option value=${name} lang=${name} .selected=${name === language()}>${LANGUAGE_NAMES[name]}</option>`)}
          </select>
          <select aria-label=${t("page.theme")} data-testid="theme" @change=${this.chooseTheme}>
            ${THEMES.map((name) => html`<option value=${name} .selected=${name === theme()}>${t(`page.theme.${name}` as PageKey)}</option>`)}
          </select>
        </span>
      </header>
      ${this.failed ? html`<p class="fault" role="alert">${t("page.language_failed")}</p>` : ""}
      <main id="main" tabindex="-1">${this.view}</main>
      <footer><p>${t("page.footer")} <a href=${docsAddress(location.search)}>${t("page.docs")}</a></p></footer>
    `;
  }

  private skip(): void {
    this.renderRoot.querySelector<HTMLElement>("#main")?.focus();
  }

  private async chooseLanguage(event: Event): Promise<void> {
    const chosen = (event.target as HTMLSelectElement).value as Language;
    try {
      await setLanguage(chosen);
      this.failed = false;
      remember("lang", chosen);
    } catch {
      this.failed = true;
    }
    this.requestUpdate();
  }

  private chooseTheme(event: Event): void {
    const chosen = (event.target as HTMLSelectElement).value as Theme;
    setTheme(chosen);
    remember("theme", chosen === "auto" ? null : chosen);
    this.requestUpdate();
  }
}

function remember(key: "lang" | "theme", value: string | null): void {
  history.replaceState(
    history.state,
    "",
    `${location.pathname}${withSetting(location.search, key, value)}${location.hash}`,
  );
}

customElements.define("posenc-app", PosencApp);
