/** What pages are made of: numbers with names, figures, segments to choose from, tables, things to try. */
import { css } from "lit";
import { scrollStyles } from "../../ui/scroll-styles.ts";

export const partStyles = css`
  ${scrollStyles}
  .numbers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(172px, 1fr));
    gap: 20px 24px;
    margin-block-start: 16px;
  }
  /* Values of a row on one line, however long their names. */
  .numbers > div {
    display: grid;
    grid-row: span 2;
    grid-template-rows: subgrid;
    row-gap: 0;
  }
  .numbers dt {
    align-self: end;
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .numbers dd {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  .numbers .remark {
    display: block;
    font-size: var(--text-s);
    font-weight: 400;
    color: var(--ink-2);
  }
  .numbers + posenc-copies {
    margin-block-start: 8px;
  }
  .numbers + .text {
    margin-block-start: 16px;
  }
  posenc-figure {
    margin-block-start: 24px;
  }
  .segments {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin-block-start: 12px;
    font-size: var(--text-s);
  }
  .segments > button.quiet:first-child {
    margin-inline-start: -4px;
  }
  .segments-title {
    color: var(--ink-2);
    margin-inline-end: 4px;
  }
  .scroll {
    padding: 3px;
    margin: 13px -3px -3px;
  }
  .plain {
    border-collapse: collapse;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  .plain th,
  .plain td {
    text-align: start;
    vertical-align: baseline;
    padding: 5px 28px 5px 0;
    border-block-end: 1px solid var(--rule);
    font-weight: 400;
  }
  .plain :is(th, td):last-child {
    padding-inline-end: 8px;
  }
  .plain thead th {
    color: var(--ink-2);
    white-space: nowrap;
  }
  .tries {
    margin-block-start: -16px;
  }
  .try {
    margin-block-start: 8px;
    list-style: none;
    font-size: var(--text-s);
    columns: 340px 2;
    column-gap: 32px;
  }
  .try li {
    break-inside: avoid;
  }
  .try button.quiet {
    text-wrap: pretty;
    padding: 2px 0;
    font-size: inherit;
    white-space: normal;
    text-align: start;
    text-wrap: pretty;
    color: var(--accent-text);
  }
`;
