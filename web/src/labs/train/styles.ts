/** Progress, the question, folds, pairs of figures, cells of the table. */
import { css } from "lit";

export const trainStyles = css`
  progress {
    width: 6rem;
    height: 10px;
    accent-color: var(--accent);
    vertical-align: middle;
  }
  .segments button {
    white-space: normal;
    text-align: start;
  }
  .question {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-start: 12px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--accent);
  }
  .question p {
    flex-basis: 100%;
  }
  .fold {
    border-block-start: 1px solid var(--rule);
    padding-block-start: 4px;
    font-size: var(--text-s);
  }
  .fold summary {
    min-height: 28px;
    font-weight: 600;
    cursor: pointer;
  }
  .inside {
    /* The slot of details does not pass it on. */
    box-sizing: border-box;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
    gap: 0 32px;
  }
  .maps {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
    gap: 24px 32px;
    margin-block-start: 16px;
  }
  section > h3 {
    margin-block-start: 32px;
    font-size: var(--text-m);
  }
  .runs td,
  .results td {
    white-space: nowrap;
  }
  .results th,
  .results td {
    padding-inline-end: 14px;
  }
  .results th[scope="row"] {
    min-width: 8.5rem;
    text-wrap: balance;
    word-break: keep-all;
  }
  .results thead th {
    white-space: normal;
    vertical-align: bottom;
    min-width: 4rem;
    text-wrap: balance;
  }
  .results th:last-child,
  .results td:last-child {
    padding-inline-end: 0;
  }
  .whole {
    white-space: nowrap;
  }
  .results .share {
    display: block;
    color: var(--ink-2);
  }
  .results .refused {
    white-space: normal;
    color: var(--ink-2);
  }
  /* As high as with the recording's sentences: what stands below stays there. */
  .claim:not(.bare) {
    min-height: 13.75rem;
  }
  @container (max-width: 600px) {
    .claim:not(.bare) {
      min-height: 18.5rem;
    }
  }
  .claim .small {
    font-size: var(--text-m);
  }
  .notes {
    margin-block-start: 12px;
    padding-inline-start: 20px;
    font-size: var(--text-s);
  }
`;
