/** Narrow screens, paper. After everything else of the page, so that it has the last word. */
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
      background: none;
      grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
      gap: 24px 32px;
    }
  }
  /* Three columns: a group that would stand alone in its row takes all of it. */
  @container (min-width: 788px) and (max-width: 1039px) {
    .settings > :last-child:nth-child(3n + 1) {
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 600px) {
    :host {
      padding-block-start: 16px;
    }
    .rest {
      gap: 44px;
    }
    .claim {
      margin-block-start: 16px;
      min-height: 11rem;
    }
    .claim .words {
      font-size: var(--text-xl);
    }
    .claim .second {
      font-size: var(--text-m);
    }
    .settings {
      grid-template-columns: minmax(0, 1fr);
    }
    .numbers {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .plain th,
    .plain td {
      padding-inline-end: 16px;
    }
  }
  @media print {
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "first" "rest";
    }
    .rail,
    .tries,
    .segments {
      display: none;
    }
    .rest section {
      break-inside: avoid;
    }
    input[type="range"] {
      display: none;
    }
    /* Paper does not scroll. */
    .plain {
      font-size: var(--text-xs);
    }
    .plain th,
    .plain td {
      padding-inline-end: 10px;
    }
    .plain thead th {
      white-space: normal;
      vertical-align: bottom;
    }
  }
`;
