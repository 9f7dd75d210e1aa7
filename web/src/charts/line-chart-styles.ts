/** The line chart around its drawing. */
import { css } from "lit";

export const lineChartStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    min-width: 0;
    --line-main: var(--accent);
    --line-before: var(--ink-2);
    --line-third: #c25e00;
    --line-fourth: #1a7a55;
    --line-fifth: #9a3a8c;
    --line-sixth: #7a6500;
  }
  :host([scheme="dark"]) {
    --line-third: #f0a050;
    --line-fourth: #5cc29a;
    --line-fifth: #e08fd2;
    --line-sixth: #d0bd55;
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
      --line-fourth: CanvasText;
      --line-fifth: Highlight;
      --line-sixth: LinkText;
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
