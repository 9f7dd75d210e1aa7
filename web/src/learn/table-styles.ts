/** Tables of measured numbers, in a shadow root. */
import { css } from "lit";
import { scrollStyles } from "../ui/scroll-styles.ts";

export const tableStyles = css`
  :host {
    display: block;
  }
  ${scrollStyles}
  .scroll {
    margin-block: 12px;
  }
  table {
    border-collapse: collapse;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 4px 16px 4px 0;
    border-block-end: 1px solid var(--rule);
    text-align: start;
    font-weight: 400;
    vertical-align: top;
  }
  th:last-child,
  td:last-child {
    padding-inline-end: 0;
  }
  thead th {
    color: var(--ink-2);
  }
  th[scope="row"] {
    min-width: 7rem;
    text-wrap: balance;
    word-break: keep-all;
  }
  li {
    max-width: 40em;
  }
  ul {
    padding-inline-start: 1.25em;
  }
  td.number,
  th.number {
    text-align: end;
    white-space: nowrap;
  }
  h3 {
    margin-block-start: 24px;
  }
  p {
    max-width: 40em;
    margin-block: 8px;
    text-wrap: pretty;
  }
  td > p:first-child {
    margin-block-start: 0;
  }
  .small {
    color: var(--ink-2);
    font-size: var(--text-s);
  }
  /* Sentences may begin with the name of a task. */
  .small::first-letter,
  li::first-letter {
    text-transform: uppercase;
  }
  .here th {
    color: var(--accent-text);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
  }
  a {
    color: var(--accent-text);
  }
`;
