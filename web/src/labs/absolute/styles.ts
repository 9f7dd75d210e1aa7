/** Formulas, maps, and the circle of a pair. */
import { css } from "lit";

export const absoluteStyles = css`
  .claim .fault {
    margin-block-start: 8px;
  }
  .formulas {
    margin-block-start: 12px;
    display: grid;
    gap: 4px;
    font-variant-numeric: tabular-nums;
  }
  .formula {
    max-width: 52rem;
    font: 1.0625rem / 1.7 "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    font-variant-numeric: tabular-nums;
    overflow-x: auto;
    overflow-y: hidden;
  }
  .formula .term {
    display: inline-block;
    margin-inline-end: 16px;
  }
  .formula sub,
  .formula sup,
  th sub {
    font-size: 0.75em;
    line-height: 0;
  }
  .maps {
    margin-block-start: 16px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
  }
  .maps.several {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
  }
  .beside {
    display: grid;
    grid-template-columns: minmax(0, 440px) minmax(0, 1fr);
    gap: 0 40px;
  }
  .beside posenc-figure {
    margin-block-start: 16px;
  }
  math {
    padding-block: 4px;
    margin-inline-end: 16px;
    font-size: 1.125em;
  }
  .matrix {
    border-inline: 1px solid currentColor;
    border-radius: 6px;
    margin-inline: 4px;
  }
  posenc-heatmap {
    margin-block-start: 16px;
    --cell-max: 64px;
  }
  .turn {
    margin-block-start: 16px;
    display: grid;
    grid-template-columns: 200px minmax(0, 1fr);
    gap: 16px 24px;
    align-items: center;
  }
  .turn .scroll {
    margin-block-start: -3px;
  }
  .circle {
    display: block;
    width: 200px;
    max-width: 100%;
  }
  .plain td {
    white-space: nowrap;
  }
  tr.chosen th,
  tr.chosen td {
    font-weight: 600;
  }
  @container (max-width: 900px) {
    .beside {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (min-width: 761px) {
    .turn :is(th, td) {
      padding-inline-end: 16px;
    }
  }
  @container (max-width: 760px) {
    .turn {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    .tries {
      display: none;
    }
    .turn {
      grid-template-columns: minmax(0, 1fr);
    }
    .plain th,
    .plain td {
      padding-inline-end: 12px;
    }
  }
`;
