/** Narrow screens and paper. Last, so that it has the last word. */
import { css } from "lit";

export const mediaStyles = css`
  @container (max-width: 1180px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "first" "rail" "rest";
      grid-template-rows: auto;
      row-gap: 40px;
      padding-block-start: 28px;
    }
    .settings {
      position: static;
      max-height: none;
      overflow: visible;
      grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
      gap: 24px 32px;
    }
  }
  @container (max-width: 600px) {
    :host {
      padding-block-start: 16px;
    }
    .first,
    .rest,
    .figures {
      gap: 36px;
    }
    .claim {
      margin-block-start: 16px;
      min-height: 9.5rem;
    }
    .claim .words {
      font-size: var(--text-xl);
    }
    .number {
      font-size: var(--text-l);
    }
    .field {
      grid-template-columns: minmax(0, 1fr);
    }
    .field .note {
      grid-column: 1;
    }
    .settings {
      grid-template-columns: minmax(0, 1fr);
    }
    .plots.mean,
    .proof li {
      grid-template-columns: minmax(0, 1fr);
    }
    .remark {
      display: block;
      margin-inline-start: 0;
    }
    .survey th,
    .survey td {
      padding-inline-end: 6px;
      white-space: normal;
      vertical-align: bottom;
    }
    .survey th[scope="row"] {
      vertical-align: middle;
    }
    .survey td button {
      min-width: 0;
      padding-inline: 6px;
      margin-inline-start: -6px;
    }
  }
  @media print {
    .settings,
    .inspector,
    .try,
    .presets,
    .segments {
      display: none;
    }
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "first" "rest";
    }
    .rail,
    .engine select,
    .engine label {
      display: none;
    }
    .survey td button,
    .flow .node button {
      display: inline-block;
      border: 0;
    }
    .stage,
    posenc-heatmap {
      break-inside: avoid;
    }
  }
`;
