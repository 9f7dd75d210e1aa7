/** Matrices in rows, the table of keys, formulas. */
import { css } from "lit";

export const relativeStyles = css`
  .plots {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
    gap: 20px 24px;
    align-items: start;
    margin-block-start: 20px;
  }
  .plots.large {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 470px), 1fr));
  }
  .plots.wide {
    grid-template-columns: minmax(0, 1fr);
  }
  .taken {
    cursor: pointer;
  }
  .math {
    margin-block-start: 16px;
    overflow-x: auto;
    font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    font-size: 1.0625rem;
    font-variant-numeric: tabular-nums;
    line-height: 1.7;
  }
  .formula {
    white-space: nowrap;
  }
  /* As high as its longest form: what is pointed at stays where it is. */
  [data-part="terms"] .math {
    min-height: 9.5rem;
  }
  .math sub,
  .math sup {
    font-size: 0.78em;
    line-height: 0;
  }
  .keys th,
  .keys td {
    padding-inline-end: 20px;
    white-space: nowrap;
    vertical-align: middle;
  }
  /* The shade at the edge shows through. */
  .keys tr.chosen > * {
    background: color-mix(in srgb, var(--accent) 12%, transparent);
  }
  /* Below the numbers, not below the bars. */
  .keys .sum {
    padding-inline-start: 80px;
  }
  .keys tfoot > tr > * {
    border-block-end: 0;
    color: var(--ink-2);
  }
  .content,
  .weight {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .content input {
    width: 108px;
  }
  .weight svg {
    width: 72px;
    height: 10px;
    flex: none;
  }
  .value {
    min-width: 2.6em;
  }
  .whole {
    fill: var(--accent-wash);
  }
  .share {
    fill: var(--accent);
  }
  h3.part {
    margin-block-start: 24px;
  }
  .scroll + h3,
  posenc-figure + h3 {
    margin-block-start: 24px;
  }
  .tall {
    max-height: 22rem;
    overflow-y: auto;
  }
  input.wide {
    width: 100%;
  }
  @media (forced-colors: active) {
    .whole {
      fill: none;
      stroke: CanvasText;
    }
    .share {
      fill: Highlight;
    }
    svg {
      forced-color-adjust: none;
    }
  }
  @media print {
    .tall {
      max-height: none;
    }
    .plots {
      break-inside: avoid;
    }
  }
`;
