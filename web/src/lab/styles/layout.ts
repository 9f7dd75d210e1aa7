/** The page's grid, the answer and the faults. */
import { css } from "lit";

export const layoutStyles = css`
  :host {
    /* The footer stays below the fold until the numbers are there. */
    min-height: var(--lab-height, 100vh);
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
    gap: 40px;
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
    scroll-margin-block-start: 16px;
  }
  h1 {
    font-size: var(--text-m);
    font-weight: 600;
  }
  h2 {
    padding-block-start: 12px;
    border-block-start: 1px solid var(--rule);
  }
  h2.minor {
    padding-block-start: 0;
    border: 0;
    font-size: var(--text-m);
  }
  .text,
  .lead {
    max-width: 44rem;
    color: var(--ink-2);
    margin-block-start: 8px;
    text-wrap: pretty;
  }
  .lead {
    margin-block-start: 4px;
  }
  .claim .text {
    margin-block-end: 8px;
  }
  .text.small {
    font-size: var(--text-s);
  }
  .text b {
    color: var(--ink);
  }
  .text :is(sub, sup) {
    font-size: 0.75em;
    line-height: 0;
    white-space: nowrap;
  }
  /* Chinese would take the upright letters of its own font. */
  math {
    font-family: math, "Times New Roman", "Liberation Serif", serif;
  }
  .text:empty {
    display: none;
  }
  code {
    font: 0.92em ui-monospace, Menlo, Consolas, monospace;
    overflow-wrap: anywhere;
  }
  .claim {
    margin-block-start: 24px;
    min-height: 8.5rem;
  }
  .claim.bare {
    min-height: 0;
  }
  .claim .words {
    font-size: var(--text-2xl);
    line-height: 1.25;
    font-weight: 600;
    letter-spacing: -0.01em;
    max-width: 60rem;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  /* Chinese breaks at punctuation first. */
  :host(:lang(zh)) .claim .words {
    line-height: 1.4;
    letter-spacing: 0;
    word-break: keep-all;
  }
  .claim .second {
    margin-block-start: 12px;
    max-width: 52rem;
    font-size: var(--text-l);
    line-height: 1.5;
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    text-wrap: pretty;
  }
  /* Numbers of an earlier configuration: grey, and still legible. */
  .stale {
    --ink: var(--ink-2);
    --accent: var(--rule-strong);
    --accent-text: var(--ink-2);
    --accent-wash: none;
    color: var(--ink-2);
    filter: grayscale(1);
  }
  .faults:not(:empty) {
    max-width: 46rem;
  }
  .faults .fault {
    margin-block-start: 12px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--fault);
    overflow-wrap: anywhere;
  }
  .detail {
    display: block;
    font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace;
  }
`;
