/** The page's grid. */
import { css } from "lit";

export const layoutStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 264px;
    grid-template-areas: "first rail" "rest rail";
    grid-template-rows: auto 1fr;
    column-gap: 56px;
    row-gap: 56px;
    padding-block-start: 40px;
  }
  .first {
    grid-area: first;
    min-width: 0;
    display: grid;
    gap: 48px;
  }
  .rest {
    grid-area: rest;
    min-width: 0;
    display: grid;
    gap: 64px;
  }
  .rail {
    grid-area: rail;
    min-width: 0;
  }
  section {
    min-width: 0;
  }
  h2 {
    padding-block-start: 12px;
    border-block-start: 1px solid var(--rule);
  }
  .text,
  .lead {
    max-width: 44rem;
    color: var(--ink-2);
    margin-block-start: 8px;
    text-wrap: pretty;
  }
  .nowrap {
    white-space: nowrap;
  }
  code {
    font: 0.92em ui-monospace, Menlo, Consolas, monospace;
    overflow-wrap: anywhere;
  }
`;
