/** Progress, bars, claims. */
import { css } from "lit";

export const costStyles = css`
  progress {
    width: 12rem;
    max-width: 100%;
    height: 12px;
    accent-color: var(--accent);
    margin-inline-start: 8px;
  }
  .formula {
    margin-block-start: 12px;
    font: var(--text-m) / 1.6 "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    overflow-wrap: anywhere;
    word-break: keep-all;
  }
  .shares tbody > tr > * {
    vertical-align: middle;
  }
  .shares .bars {
    width: 16rem;
    min-width: 10rem;
    padding-block: 2px;
  }
  .shares svg {
    display: block;
    width: 100%;
    height: 16px;
  }
  .shares svg.two {
    height: 28px;
  }
  .ends {
    display: flex;
    justify-content: space-between;
  }
  .plain td {
    white-space: nowrap;
  }
  .plain thead th {
    white-space: normal;
    vertical-align: bottom;
    min-width: 4.5rem;
  }
  .plain th[scope="row"] {
    white-space: nowrap;
  }
  @container (max-width: 600px) {
    .shares thead th {
      min-width: 7rem;
    }
  }
  .claims {
    display: grid;
    gap: 16px;
    margin-block-start: 16px;
    max-width: 44rem;
  }
  .claims dt {
    font-weight: 600;
  }
  .claims dd {
    text-wrap: pretty;
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) {
    .bar {
      forced-color-adjust: none;
      fill: CanvasText;
    }
  }
`;
