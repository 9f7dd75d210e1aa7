/** Keep a state, lay the next one beside it, change places, drop it. */
import { html, nothing } from "lit";
import { t } from "../i18n/page-strings.ts";

export interface Comparing {
  isComparing: boolean;
  /** What the comparison is, in a sentence. */
  meaning: string;
  keep(): void;
  swap(): void;
  drop(): void;
}

export const compareControl = ({ isComparing, meaning, keep, swap, drop }: Comparing) => html`
  <fieldset data-part="compare">
    <legend>${t("lab.compare")}</legend>
    <p class="meaning">${meaning}</p>
    <div class="buttons">
      <button data-testid="keep" @click=${keep}>${t("lab.compare.keep")}</button>
      ${
        isComparing
          ? html`<button data-testid="swap" @click=${swap}>${t("lab.compare.swap")}</button>
            <button data-testid="drop" @click=${drop}>${t("lab.compare.drop")}</button>`
          : nothing
      }
    </div>
  </fieldset>
`;
