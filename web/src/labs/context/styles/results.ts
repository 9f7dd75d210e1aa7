/** Dialects and the report. */
import { css } from "lit";

export const resultStyles = css`
  .results {
    display: grid;
    gap: 64px;
    min-width: 0;
  }
  .report {
    width: 100%;
    min-width: 640px;
  }
  .report th[scope="row"] {
    max-width: 22rem;
  }
  .report td {
    max-width: 18rem;
  }
  .report td code {
    overflow-wrap: break-word;
  }
  .report td.note {
    width: 30%;
    max-width: none;
    margin: 0;
    font-size: inherit;
    padding-inline-end: 0;
    text-wrap: pretty;
  }
  .status {
    white-space: nowrap;
  }
  .status > span {
    display: inline-block;
    min-width: 1.1em;
    font-weight: 600;
  }
  .status.defaulted,
  .status.unknown {
    color: var(--accent-text);
  }
  .status.ignored {
    color: var(--ink-2);
  }
  .status.conflict,
  .status.impossible {
    color: var(--fault);
    font-weight: 600;
  }
  .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    margin-block-start: 12px;
    font-size: var(--text-s);
  }
  .dialects {
    list-style: none;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(280px, 1fr));
    gap: 12px;
    margin-block-start: 16px;
  }
  .dialects button {
    display: grid;
    align-content: start;
    gap: 4px;
    width: 100%;
    height: 100%;
    padding: 10px 12px;
    white-space: normal;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .dialects b {
    font-weight: 600;
    text-wrap: balance;
  }
  .dialects .verdict {
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .dialects .differs .verdict,
  .dialects .refuses .verdict {
    color: var(--ink);
  }
`;
