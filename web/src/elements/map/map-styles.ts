import { css } from "lit";

export const mapStyles = css`
  :host {
    display: block;
    min-width: 0;
  }
  /* The legend belongs to the picture; what is read stands below both. */
  figure {
    margin: 0;
    display: flex;
    flex-direction: column;
  }
  .readout {
    order: 1;
  }
  .actions {
    display: flex;
    gap: 0 12px;
    margin-inline-start: auto;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
    font-size: var(--text-s);
    margin-block-end: 4px;
  }
  .name {
    font-weight: 600;
  }
  .note {
    color: var(--ink-2);
  }
  .plot {
    position: relative;
    cursor: crosshair;
    touch-action: pan-y;
    border-radius: 4px;
  }
  .plot:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  canvas {
    position: absolute;
    image-rendering: pixelated;
  }
  svg {
    display: block;
    width: 100%;
    position: relative;
    overflow: visible;
  }
  text {
    font-size: 12px;
    fill: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  .frame,
  .tick {
    fill: none;
    stroke: var(--rule-strong);
  }
  .under {
    fill: none;
    stroke: var(--surface);
    stroke-width: 3;
  }
  .chosen {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .cursor {
    fill: none;
    stroke: var(--accent);
    stroke-width: 2;
  }
  .picked {
    stroke: var(--ink);
    stroke-width: 2;
    fill: var(--accent);
    fill-opacity: 0.18;
  }
  .plot.busy canvas {
    opacity: 0.6;
  }
  .readout {
    min-height: 3em;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .idle {
    color: var(--ink-2);
  }
  .legend {
    margin-block: 4px 2px;
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: var(--text-xs);
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  .bar {
    width: 84px;
    height: 6px;
    outline: 1px solid var(--rule-strong);
  }
  .table {
    margin-block-start: 8px;
    max-height: 22rem;
    overflow: auto;
    border-block: 1px solid var(--rule);
  }
  .cap {
    font-size: var(--text-xs);
    color: var(--ink-2);
  }
  table {
    border-collapse: collapse;
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 2px 12px 2px 0;
    text-align: end;
    white-space: nowrap;
    font-weight: 400;
  }
  th {
    color: var(--ink-2);
  }
  @media (forced-colors: active) {
    canvas,
    .bar {
      forced-color-adjust: none;
    }
  }
  @media print {
    canvas {
      print-color-adjust: exact;
    }
    .readout {
      display: none;
    }
  }
`;
