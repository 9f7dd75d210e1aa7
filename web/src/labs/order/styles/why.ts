/** Proof, conditions and measurements. */
import { css } from "lit";

export const whyStyles = css`
  .proof {
    list-style: none;
    margin-block-start: 16px;
    max-width: 60rem;
  }
  .proof li {
    display: grid;
    grid-template-columns: 32px minmax(0, 21rem) minmax(0, 1fr) 4.5em;
    gap: 4px 24px;
    align-items: center;
    padding: 8px 8px 8px 12px;
    border-inline-start: 2px solid var(--rule);
  }
  .proof li.current {
    border-color: var(--accent);
    background: var(--accent-wash);
  }
  .proof li.linked {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .proof .step {
    min-width: 32px;
    padding-inline: 0;
    text-align: center;
  }
  .proof .current .step {
    border-color: var(--accent);
    font-weight: 600;
  }
  .proof .mark {
    font-size: var(--text-s);
    font-weight: 600;
    color: var(--accent-text);
  }
  .proof .breaks .mark {
    color: var(--fault);
  }
  .walk {
    margin-block-start: 16px;
  }
  .proof .line {
    font-size: 1.125rem;
    overflow-x: auto;
    overflow-y: hidden;
  }
  .proof math {
    text-align: start;
    justify-items: start;
    width: max-content;
    max-width: 100%;
    margin-inline: 0;
  }
  .proof p {
    color: var(--ink-2);
    font-size: var(--text-s);
    text-wrap: pretty;
  }
  .why h3 {
    margin-block-start: 32px;
  }
  .conditions {
    list-style: none;
    margin-block-start: 8px;
    display: grid;
    gap: 4px;
    font-size: var(--text-s);
  }
  .conditions li {
    display: grid;
    grid-template-columns: 5em minmax(0, 1fr);
  }
  .conditions .mark {
    color: var(--accent-text);
    font-weight: 600;
  }
  .conditions .breaks .mark {
    color: var(--fault);
  }
  .survey {
    border-collapse: collapse;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  .survey th,
  .survey td {
    text-align: start;
    padding: 2px 28px 2px 0;
    border-block-end: 1px solid var(--rule);
    font-weight: 400;
    white-space: nowrap;
  }
  .survey thead th {
    color: var(--ink-2);
  }
  .survey td button {
    min-width: 7rem;
    text-align: start;
    border-color: transparent;
    background: none;
    margin-inline-start: -12px;
  }
  .survey td button:hover {
    border-color: var(--rule-strong);
  }
  .survey td button[aria-pressed="true"] {
    border-color: var(--accent);
    color: inherit;
  }
  .survey .holds button {
    color: var(--accent-text);
    font-weight: 600;
  }
  .survey .group th {
    padding-block-start: 14px;
    color: var(--ink-2);
    font-size: var(--text-xs);
  }
  .try-title {
    margin-block-start: 28px;
  }
`;
