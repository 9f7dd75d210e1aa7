/** Narrow screens and paper, of what only this lab has. */
import { css } from "lit";

export const mediaStyles = css`
  @container (max-width: 600px) {
    .results {
      gap: 44px;
    }
    .pick {
      flex: 1 1 100%;
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
    .pick {
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
