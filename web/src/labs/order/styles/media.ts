/** Narrow screens and paper, beside the kit's. Last, so that it has the last word. */
import { css } from "lit";

export const mediaStyles = css`
  @container (max-width: 600px) {
    .first,
    .rest,
    .figures {
      gap: 36px;
    }
    .claim {
      min-height: 9.5rem;
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
    .plots.mean {
      grid-template-columns: minmax(0, 1fr);
    }
    .inspector.empty {
      position: static;
    }
    .inspector-body {
      max-height: 9rem;
    }
    .proof li {
      grid-template-columns: 32px minmax(0, 1fr) auto;
      gap: 8px;
    }
    .proof .line {
      grid-area: 2 / 1 / auto / span 3;
      font-size: 0.9375rem;
    }
    .proof .mark {
      grid-area: 1 / 3;
    }
    .proof li p {
      grid-area: 3 / 1 / auto / span 3;
    }
    /* Two places side by side: their names one below the other. */
    .flow {
      padding-block-end: 38px;
    }
    .flow li + li,
    .flow li:not(:first-child)::before {
      margin-inline: 0 2px;
    }
    .flow .place + .place span {
      inset-block-start: 32px;
    }
    .remark {
      display: block;
      margin-inline-start: 0;
    }
    .survey th,
    .survey td {
      padding-inline-end: 10px;
      white-space: normal;
    }
    .survey thead th {
      vertical-align: bottom;
    }
    .survey :lang(zh) {
      word-break: keep-all;
    }
    .survey td button {
      min-width: 0;
      padding-inline: 6px;
      margin-inline-start: -6px;
    }
  }
  @media print {
    .inspector,
    .try,
    .try-title,
    .presets,
    .examples,
    .files,
    .field .note,
    .walk .buttons,
    .engine select,
    .engine label {
      display: none;
    }
    .rest section {
      break-inside: auto;
    }
    /* Without the buttons a step has no first column. */
    .proof li {
      grid-template-columns: minmax(0, 21rem) minmax(0, 1fr) 4.5em;
    }
    .plots.mean {
      grid-template-columns: minmax(0, 1fr);
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
