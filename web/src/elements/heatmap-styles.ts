import { css } from "lit";

export const heatmapStyles = css`
  :host {
    display: block;
    min-width: 0;
    container-type: inline-size;
    --cell-min: 32px;
    --cell-max: 52px;
    --cell-height: 30px;
  }
  /* As wide as its cells, so that the caption ends where they do. */
  figure {
    margin: 0;
    width: fit-content;
    min-width: min(17rem, 100%);
    max-width: 100%;
  }
  figcaption {
    display: flex;
    align-items: baseline;
    gap: 8px;
    min-height: 28px;
    font-size: var(--text-s);
  }
  .name {
    font-weight: 600;
    white-space: nowrap;
  }
  .note {
    color: var(--ink-2);
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  figcaption button {
    margin-inline-start: auto;
    flex: none;
  }
  posenc-save-menu {
    flex: none;
  }
  .scroll {
    overflow-x: auto;
    scrollbar-width: thin;
    padding: 2px;
    margin: -2px;
  }
  /* Cells have a ground of their own, so what says that more lies behind fades them. */
  @keyframes more {
    from,
    98% {
      mask-image: linear-gradient(to left, transparent, #000 28px);
    }
    to {
      mask-image: none;
    }
  }
  @supports (animation-timeline: scroll()) {
    .scroll {
      animation: more linear both;
      animation-timeline: scroll(self inline);
    }
  }
  .plot {
    /* About: the rows' names, of --side letters, take the rest. */
    --cell-width: calc((100cqi - var(--side, 3) * 7px - 8px) / var(--columns, 1));
    display: grid;
    grid-template-columns: max-content repeat(var(--columns, 1), minmax(var(--cell-min), var(--cell-max)));
    grid-auto-rows: var(--cell-height);
    width: 100%;
    position: relative;
  }
  canvas {
    grid-area: 2 / 2 / -1 / -1;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
    grid-row: 2 / span var(--rows, 1);
  }
  .grid {
    grid-column: 1 / -1;
    grid-row: 1 / span calc(var(--rows, 1) + 1);
    display: grid;
    grid-template-columns: subgrid;
    grid-template-rows: subgrid;
  }
  .row {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: subgrid;
  }
  .head,
  .side {
    display: flex;
    align-items: center;
    font-size: var(--text-s);
    color: var(--ink-2);
    min-width: 0;
    white-space: nowrap;
  }
  .head {
    justify-content: center;
    font-size: clamp(11px, 0.37 * var(--cell-width), var(--text-s));
    font-variant-numeric: tabular-nums;
  }
  .side {
    padding-inline-end: 8px;
    justify-content: flex-end;
  }
  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    max-width: 7em;
  }
  .head bdi {
    max-width: 100%;
  }
  sub {
    margin-inline-start: 2px;
    font-size: 10px;
    color: var(--ink-2);
    vertical-align: baseline;
    position: relative;
    inset-block-start: 3px;
  }
  .marked.head,
  .marked.side {
    color: var(--accent-text);
    font-weight: 600;
  }
  .cell {
    display: flex;
    align-items: center;
    justify-content: center;
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.01em;
    box-shadow: inset 0 0 0 0.5px var(--cell-rule);
    cursor: default;
    color: var(--ink-2);
    min-width: 0;
    overflow: hidden;
    white-space: nowrap;
  }
  .cell.small {
    font-size: clamp(10px, 0.3 * var(--cell-width), 12px);
    letter-spacing: -0.04em;
  }
  .cell.tiny {
    font-size: clamp(10px, 0.3 * var(--cell-width), 12px);
    letter-spacing: -0.05em;
  }
  .cell.black {
    color: #111214;
  }
  .cell.white {
    color: #ffffff;
  }
  /* Only where it scrolls: in every heatmap it would take a tenth of a second of Scores. */
  @container (max-width: 480px) {
    .side {
      position: sticky;
      inset-inline-start: 0;
      z-index: 1;
      background: var(--surface);
    }
  }
  @container (max-width: 322px) {
    .cell.tiny {
      font-size: 9px;
    }
  }
  .cell.masked {
    background: repeating-linear-gradient(135deg, transparent 0 4px, var(--hatch) 4px 5px);
  }
  .cell.marked {
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .cell.chosen {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .cell:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
    z-index: 1;
    overflow: visible;
  }
  .legend {
    display: flex;
    align-items: center;
    gap: 6px;
    margin-block-start: 6px;
    font-size: var(--text-xs);
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  .bar svg {
    display: block;
    width: 84px;
    height: 6px;
    /* Zero has the colour of the page. */
    outline: 1px solid var(--rule-strong);
  }
  table {
    border-collapse: collapse;
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 4px 8px;
    text-align: end;
    border-block-end: 1px solid var(--rule);
    white-space: nowrap;
    font-weight: 400;
  }
  th {
    color: var(--ink-2);
  }
  @media (forced-colors: active) {
    canvas {
      visibility: hidden;
    }
    .cell,
    .cell.black,
    .cell.white {
      color: CanvasText;
      box-shadow: none;
      border: 1px solid GrayText;
    }
    .cell.chosen {
      border: 2px solid Highlight;
    }
  }
  @media print {
    figcaption button,
    .legend {
      display: none;
    }
    canvas {
      print-color-adjust: exact;
    }
  }
`;
