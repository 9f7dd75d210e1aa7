/** A lab as a figure: small, with what to look at below it, and the way to the whole. */
import { css, html } from "lit";
import type { LabName } from "../embed/vocabulary.ts";
import { withKept } from "../ui/document-page.ts";
import { prose } from "./prose.ts";
import type { Say } from "./say.ts";
import { t } from "./strings.ts";

/** A lab in a state that fits the paragraph. `hide` names controls and sections, as on <posenc-lab>. */
export interface LabFigure {
  lab: LabName;
  state: string;
  ui: "min" | "none";
  hide: readonly string[];
  caption: Say;
}

export const figureStyles = css`
  figure {
    margin: 16px 0 24px;
  }
  posenc-lab {
    display: block;
    padding: 16px;
    border: 1px solid var(--rule);
    border-radius: 4px;
    --posenc-font-size: 14px;
  }
  /* On a phone all of the width is the figure's. */
  @media (max-width: 600px) {
    posenc-lab {
      padding-inline: 0;
      border-inline: 0;
      border-radius: 0;
    }
  }
  figcaption {
    margin-block-start: 8px;
    max-width: 40em;
    color: var(--ink-2);
    font-size: var(--text-s);
  }
  figcaption a {
    white-space: nowrap;
    color: var(--accent-text);
  }
`;

/** The page of a lab in a state. */
export const labAddress = (lab: string, state: string): string => `../${withKept({ lab })}${state && `#${state}`}`;

export const renderLab = ({ lab, state, ui, hide, caption }: LabFigure) => html`
  <figure>
    <posenc-lab lab=${lab} state=${state} ui=${ui} hide=${hide.join(",")}><p>${t("figure.waiting")}</p></posenc-lab>
    <figcaption>${prose(caption())} <a href=${labAddress(lab, state)}>${t("figure.open")}</a></figcaption>
  </figure>
`;
