/** What this lab has beside the kit's styles. */
import { css } from "lit";

export const scoresStyles = css`
  .run {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    margin-block-start: 12px;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  progress {
    width: 12rem;
    max-width: 100%;
    accent-color: var(--accent);
  }
  .formulas {
    display: grid;
    gap: 6px;
    margin-block-start: 12px;
    font-variant-numeric: tabular-nums;
  }
  .formula {
    overflow-wrap: anywhere;
    font: 1.0625rem / 1.7 "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    font-variant-numeric: tabular-nums;
  }
  .zoom {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    margin-block-start: 16px;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  .matrices {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
    gap: 40px 32px;
    margin-block-start: 24px;
    align-items: start;
  }
  .matrices.wide,
  .matrices.compared {
    grid-template-columns: minmax(0, 1fr);
  }
  @container (max-width: 1180px) {
    .matrices.many {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  /* Figures side by side begin on one line, however long the texts above them. */
  .matrix {
    min-width: 0;
    display: grid;
    grid-row: span 4;
    grid-template-rows: subgrid;
    grid-template-columns: minmax(0, 1fr);
    row-gap: 0;
  }
  .matrix .text {
    margin-block: 4px 8px;
  }
  .plots {
    display: grid;
    gap: 16px 24px;
    align-items: start;
    /* Thousands of cells: those out of sight cost nothing. */
    content-visibility: auto;
    contain-intrinsic-size: auto 30rem;
    padding: 4px;
    margin: -4px;
  }
  .compared .plots {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
  }
  .compared.halves .plots {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 29rem), 1fr));
  }
  .compared.wide .plots {
    grid-template-columns: minmax(0, 1fr);
  }
  .example {
    margin-block-start: 32px;
  }
  .plain td,
  .plain thead th {
    text-align: end;
  }
  .plain th:first-child {
    text-align: start;
    white-space: nowrap;
  }
  .plain td.score,
  .plain td.weight {
    font-weight: 600;
  }
  .plain .sum > * {
    border-block-start: 1px solid var(--rule-strong);
  }
  .plain bdi {
    unicode-bidi: isolate;
  }
  @media print {
    .plots {
      content-visibility: visible;
    }
    .zoom,
    .run {
      display: none;
    }
  }
`;
