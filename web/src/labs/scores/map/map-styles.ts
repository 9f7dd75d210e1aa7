/** What a map has beside a heatmap. */
import { css } from "lit";

export const mapStyles = css`
  figure {
    max-width: 30rem;
  }
  .plot {
    display: block;
    touch-action: pan-x pan-y;
    cursor: crosshair;
    border: 1px solid var(--rule-strong);
  }
  canvas {
    display: block;
    width: 100%;
    height: auto;
    aspect-ratio: 1;
  }
  .plot.busy canvas {
    opacity: 0.6;
  }
  .mark,
  .pick {
    position: absolute;
    pointer-events: none;
  }
  .mark.row {
    inset-inline: 0;
    height: 1px;
    background: var(--accent);
  }
  .mark.cursor {
    width: 11px;
    height: 11px;
    margin: -5px;
    border: 2px solid var(--surface);
    outline: 2px solid var(--ink);
    border-radius: 50%;
  }
  .pick {
    border: 2px solid var(--ink);
    background: color-mix(in srgb, var(--accent) 18%, transparent);
  }
  .readout {
    min-height: 3.1em;
    margin-block-start: 4px;
    font-size: var(--text-s);
    line-height: 1.5;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .readout.idle {
    color: var(--ink-2);
  }
  .axes {
    font-size: var(--text-xs);
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    margin-block-start: 4px;
  }
  .scroll {
    max-height: 24rem;
    overflow: auto;
  }
  @media (forced-colors: active) {
    canvas {
      visibility: visible;
      forced-color-adjust: none;
    }
  }
`;
