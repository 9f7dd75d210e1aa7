/** Narrow screens, paper. Last, so that it has the last word. */
import { css } from "lit";

export const mediaStyles = css`
  @media (max-width: 1180px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "first" "rail" "rest";
      grid-template-rows: auto;
      row-gap: 40px;
      padding-block-start: 28px;
    }
    .settings {
      position: static;
      grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
      gap: 24px 32px;
    }
  }
  @media (max-width: 600px) {
    :host {
      padding-block-start: 16px;
    }
    .rest,
    .results {
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
    .pick {
      flex: 1 1 100%;
    }
    .settings {
      grid-template-columns: minmax(0, 1fr);
    }
    .numbers {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .dialects {
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    /* A row becomes a block: the key, then its value, status and note. */
    .report {
      min-width: 0;
    }
    .report thead {
      display: none;
    }
    .report tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 12px;
      padding-block: 6px;
      border-block-end: 1px solid var(--rule);
    }
    .report th,
    .report td,
    .report td.note {
      width: auto;
      max-width: none;
      padding: 0;
      border: 0;
    }
    .report th[scope="row"] {
      grid-column: 1 / -1;
    }
    .report td.note {
      grid-column: 1 / -1;
      color: var(--ink-2);
    }
  }
  @media print {
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "first" "rest";
    }
    .rail,
    .pick,
    .try,
    .segments {
      display: none;
    }
    .dialects button {
      display: grid;
    }
    .results section {
      break-inside: avoid;
    }
  }
`;
