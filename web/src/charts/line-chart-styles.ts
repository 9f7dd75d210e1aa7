import { css } from "lit";

export const lineChartStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    min-width: 0;
    --line-main: var(--accent);
    --line-before: var(--ink-2);
    --line-third: #c25e00;
  }
  :host([scheme="dark"]) {
    --line-third: #f0a050;
  }
  .plot {
    position: relative;
    touch-action: pan-y;
    cursor: crosshair;
    border-radius: 4px;
  }
  .plot:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  svg {
    display: block;
    width: 100%;
    overflow: visible;
  }
  text {
    font-size: 12px;
    fill: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  text.region,
  text.mark {
    paint-order: stroke;
    stroke: var(--surface);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  text.region {
    fill: var(--ink);
  }
  .grid {
    stroke: var(--rule);
  }
  .axis {
    stroke: var(--rule-strong);
  }
  .line {
    fill: none;
    stroke-width: 2;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .main {
    stroke: var(--line-main);
  }
  .before {
    stroke: var(--line-before);
    stroke-width: 1.5;
    stroke-dasharray: 6 4;
    stroke-linecap: butt;
  }
  .third {
    stroke: var(--line-third);
    stroke-dasharray: 1.5 4.5;
  }
  .band {
    stroke: none;
  }
  .band.main {
    fill: var(--line-main);
    fill-opacity: 0.16;
  }
  .band.before {
    fill: none;
    stroke: var(--line-before);
    stroke-width: 1;
    stroke-opacity: 0.55;
    stroke-dasharray: 2 3;
  }
  .mark-line {
    stroke: var(--ink-2);
    stroke-dasharray: 2 3;
  }
  .fill-light {
    fill: var(--accent-wash);
    fill-opacity: 0.6;
  }
  .fill-strong {
    fill: var(--accent);
    fill-opacity: 0.2;
  }
  .fill-none {
    fill: none;
  }
  .region-edge {
    stroke: var(--rule-strong);
  }
  .hatch-line {
    stroke: var(--hatch);
    stroke-width: 1.5;
  }
  .cross {
    stroke: var(--ink);
    stroke-opacity: 0.6;
  }
  .dot {
    fill: var(--surface);
    stroke-width: 2;
    stroke-dasharray: none;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 20px;
    margin: 0 0 8px;
    padding: 0;
    list-style: none;
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .legend li {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .legend svg {
    width: 28px;
    height: 8px;
    flex: none;
  }
  .readout {
    display: block;
    margin: 4px 0 0;
    min-height: 2lh;
    font-size: var(--text-s);
    color: var(--ink);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  @media (min-width: 900px) {
    .readout {
      min-height: 1lh;
    }
  }
  .readout.idle {
    color: var(--ink-2);
  }
  @media (forced-colors: active) {
    :host {
      --line-main: Highlight;
      --line-before: CanvasText;
      --line-third: LinkText;
    }
    svg {
      forced-color-adjust: none;
    }
    .fill-light,
    .fill-strong {
      fill: none;
    }
    text.region,
    text.mark {
      stroke: Canvas;
    }
  }
  @media print {
    .readout {
      display: none;
    }
    .plot {
      break-inside: avoid;
    }
  }
`;
