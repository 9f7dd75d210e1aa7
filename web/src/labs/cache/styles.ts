/** The strip of the cache, matrices side by side, formulas. */
import { css } from "lit";

export const cacheStyles = css`
  .stepper {
    max-width: 26rem;
    margin-block-start: 12px;
  }
  .segments .aside {
    margin-inline-start: 8px;
  }
  .strip {
    border-collapse: separate;
    border-spacing: 0;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  .strip th,
  .strip td {
    padding: 4px 8px;
    text-align: center;
    font-weight: 400;
    white-space: nowrap;
    border-block-end: 1px solid var(--rule);
  }
  .strip th[scope="row"] {
    text-align: start;
    color: var(--ink-2);
    padding-inline: 0 16px;
    position: sticky;
    inset-inline-start: 0;
    background: var(--surface);
    z-index: 1;
  }
  .strip button.quiet {
    font-size: inherit;
    color: inherit;
  }
  .strip .future {
    color: var(--ink-2);
    border-block-end-style: dashed;
  }
  .strip .present {
    background: var(--accent-wash);
    border-inline: 1px solid var(--accent);
  }
  .strip .stale {
    background: repeating-linear-gradient(135deg, transparent 0 6px, var(--rule) 6px 7px);
  }
  .matrices {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr));
    gap: 24px 20px;
    margin-block-start: 24px;
    align-items: start;
  }
  .formula {
    display: grid;
    gap: 4px;
    margin-block-start: 12px;
    font: var(--text-m) / 1.6 "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    overflow-wrap: anywhere;
  }
  /* The shade of what lies behind shows through. */
  .plain .own {
    background: color-mix(in srgb, var(--accent) 10%, transparent);
  }
  .plain th:first-child {
    min-width: 9rem;
  }
  .plain td {
    min-width: 5.5rem;
    white-space: nowrap;
  }
  .plain thead th {
    white-space: normal;
    vertical-align: bottom;
  }
  @container (max-width: 600px) {
    .models thead th:last-child {
      min-width: 10rem;
    }
  }
  @media print {
    .strip {
      font-size: var(--text-xs);
    }
    .strip th,
    .strip td {
      padding-inline: 4px;
    }
    .strip button.quiet {
      display: inline;
    }
    .plain td,
    .plain th:first-child {
      min-width: 0;
    }
  }
`;
