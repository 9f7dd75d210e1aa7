/** Tables of measured numbers, in a shadow root. */
import { css } from "lit";

export const tableStyles = css`
  :host {
    display: block;
  }
  .scroll {
    overflow-x: auto;
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
  thead th {
    color: var(--ink-2);
  }
  th[scope="row"] {
    min-width: 7rem;
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
    max-width: 44rem;
    margin-block: 8px;
    text-wrap: pretty;
  }
  .small {
    color: var(--ink-2);
    font-size: var(--text-s);
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
