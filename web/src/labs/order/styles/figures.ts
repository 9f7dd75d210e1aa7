/** Figures in rows, the flow and the reading line. */
import { css } from "lit";

export const figuresStyles = css`
  .plots {
    display: grid;
    gap: 24px 20px;
    margin-block-start: 16px;
    align-items: start;
  }
  .plots.three {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
  }
  .plots.narrow {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
  }
  /* What was kept, what is, the difference: as near to each other as to no other figure. */
  .trio {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: 16px 20px;
    align-items: start;
    min-width: 0;
  }
  .trio + .trio {
    padding-block-start: 20px;
    border-block-start: 1px solid var(--rule);
  }
  posenc-heatmap.linked {
    outline: 2px solid var(--accent);
    outline-offset: 6px;
  }
  .plots.mean {
    grid-template-columns: minmax(0, 460px) minmax(18rem, 1fr);
    margin-block-start: 32px;
  }
  .plots.mean .text {
    margin-block-start: 0;
  }
  /* The formula in one line, its value below it where there is no room beside. */
  .plots.mean .nowrap {
    display: block;
    white-space: normal;
    margin-block-start: 8px;
    color: var(--ink);
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0 32px;
  }
  .stage {
    margin-block-start: 32px;
    scroll-margin-block-start: 16px;
  }
  .stage .text {
    margin-block-start: 4px;
    font-size: var(--text-s);
  }
  h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 12px;
  }
  .here {
    display: inline-flex;
    align-items: baseline;
    gap: 6px;
    font-size: var(--text-s);
    font-weight: 400;
    color: var(--accent-text);
  }
  .here svg,
  .flow svg {
    width: 11px;
    height: 11px;
    flex: none;
    align-self: center;
    fill: none;
    stroke: currentColor;
  }
  .here svg,
  .flow .active svg {
    fill: var(--accent);
    stroke: var(--accent);
  }

  .flow {
    display: flex;
    align-items: center;
    list-style: none;
    margin-block-start: 20px;
    max-width: 46rem;
    overflow-x: auto;
    padding-block: 4px 22px;
  }
  .flow li {
    flex: 1 1 auto;
    display: flex;
    align-items: center;
    position: relative;
  }
  .flow li:not(:first-child)::before {
    content: "";
    flex: 1 1 12px;
    border-block-start: 1px solid var(--rule-strong);
    margin-inline-end: 6px;
    min-width: 8px;
  }
  .flow li:first-child {
    flex: none;
  }
  .flow li + li {
    margin-inline-start: 6px;
  }
  .flow .node button {
    font: italic var(--text-l) "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    color: var(--ink);
    text-decoration: none;
    min-height: 32px;
    min-width: 24px;
    padding: 0 2px;
  }
  .flow .node button:hover {
    text-decoration: underline;
  }
  .flow .place {
    color: var(--ink-2);
  }
  .flow .place span {
    position: absolute;
    inset-block-start: 16px;
    inset-inline-end: 6px;
    transform: translateX(50%);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  .flow .place.active {
    color: var(--accent-text);
    font-weight: 600;
  }

  .figures {
    display: grid;
    gap: 64px;
    min-width: 0;
  }
  /* The box keeps its height; the empty hint takes one line of it and lets the pointer through. */
  .inspector {
    position: sticky;
    inset-block-end: 0;
    z-index: 3;
    min-height: 8.5rem;
    margin-block-start: -36px;
    display: flex;
    align-items: flex-end;
    pointer-events: none;
    font-size: var(--text-s);
    line-height: 1.6;
  }
  .inspector-body {
    flex: 1;
    min-width: 0;
    pointer-events: auto;
    min-height: 8.5rem;
    max-height: 14rem;
    overflow-y: auto;
    padding-block: 10px 12px;
    background: var(--surface);
    border-block-start: 2px solid var(--ink);
  }
  .empty .inspector-body {
    min-height: 0;
    border-block-start: 1px solid var(--rule-strong);
  }
  .inspector-name {
    font-weight: 600;
  }
  .inspector-note {
    color: var(--ink-2);
  }
  .math {
    font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    font-size: 1rem;
    font-variant-numeric: tabular-nums;
    overflow-wrap: break-word;
  }
  .math sub,
  .math sup {
    font-size: 0.78em;
    line-height: 0;
  }
`;
