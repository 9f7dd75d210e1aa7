import { css } from "lit";

export const homeStyles = css`
  :host {
    display: grid;
    gap: 56px;
    padding-block-start: 40px;
    /* The footer stays below the fold until the numbers are there. */
    min-height: 100vh;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: none;
    grid-template-rows: none;
  }
  a {
    color: var(--accent-text);
    text-underline-offset: 3px;
  }
  .timeline {
    list-style: none;
    margin-block-start: 16px;
    display: grid;
    gap: 10px;
    max-width: 52rem;
  }
  .timeline li {
    display: grid;
    grid-template-columns: 6.5rem minmax(0, 1fr);
    gap: 16px;
  }
  .year {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .cards {
    list-style: none;
    margin-block-start: 16px;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
    gap: 16px;
  }
  .cards a {
    display: grid;
    align-content: start;
    gap: 4px;
    height: 100%;
    padding: 14px 16px;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
    color: var(--ink);
    text-decoration: none;
  }
  .cards a:hover {
    border-color: var(--accent);
  }
  .cards b {
    font-weight: 600;
    color: var(--accent-text);
  }
  .cards span {
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  /* As high as a finger needs, in rows as close as before: the padding of inline text takes no room. */
  .plain a {
    padding-block: 5px;
  }
  .plain .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .plain thead th.number {
    white-space: normal;
    min-width: 5.5rem;
  }
  .questions {
    margin-block-start: 16px;
    display: grid;
    grid-template-columns: max-content minmax(0, 44rem);
    gap: 4px 20px;
    font-size: var(--text-s);
  }
  .questions dt {
    font-weight: 600;
  }
  .questions dd {
    color: var(--ink-2);
  }
  @container (max-width: 600px) {
    .timeline li,
    .questions {
      grid-template-columns: minmax(0, 1fr);
      gap: 2px;
    }
    .questions dd {
      margin-block-end: 8px;
    }
  }
`;
