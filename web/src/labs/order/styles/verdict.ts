/** The claim and the sentence. */
import { css } from "lit";

export const verdictStyles = css`
  .number {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.4em;
    margin-block-start: 12px;
    font-size: var(--text-xl);
    line-height: 1.4;
  }
  .formula {
    font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    white-space: nowrap;
  }
  output {
    font-variant-numeric: tabular-nums;
    font-weight: 600;
    white-space: nowrap;
    border-block-end: 3px solid var(--rule-strong);
  }
  .holds output {
    border-color: var(--accent);
  }
  .breaks output {
    border-color: #e08214;
  }
  /* The last good result, beside a failure. */
  .past .words,
  .past .number {
    color: var(--ink-2);
  }
  .past output {
    font-weight: 400;
    border-color: var(--rule-strong);
  }
  .kept {
    margin-block-end: 16px;
    padding-inline-start: 12px;
    border-inline-start: 2px dashed var(--rule-strong);
    color: var(--ink-2);
  }
  .kept .words {
    color: var(--ink);
    font-weight: 600;
  }
  .nowrap {
    white-space: nowrap;
  }
  .figure-number {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .fine {
    margin-block-start: 8px;
    font-size: var(--text-s);
    color: var(--ink-2);
    min-height: 1.5rem;
  }
  .fine b {
    color: var(--ink);
  }
  .remark {
    margin-inline-start: 12px;
  }
  .engine {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-height: 32px;
  }
  .badge {
    color: var(--ink);
  }
  .engine select {
    width: auto;
  }
  .engine span:empty {
    display: none;
  }
  .engine .detail {
    max-width: 46rem;
    overflow-wrap: anywhere;
  }

  .choose {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 24px;
    margin-block: 16px 20px;
    align-items: flex-start;
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .given {
    max-width: 40rem;
    padding-block: 4px;
  }
  .examples {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-block-start: 20px;
    font-size: var(--text-s);
  }
  .files {
    margin-block-start: 12px;
    font-size: var(--text-s);
  }
  .files summary {
    min-height: 24px;
    cursor: pointer;
  }
  .example-text {
    margin-block-start: 6px;
    min-height: 1.5rem;
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  /* Its examples are hidden there: nothing will be said of them. */
  :host([ui="none"]) .example-text:empty {
    display: none;
  }
  .field {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px 8px;
    align-items: center;
    flex: 1 1 300px;
    max-width: 30rem;
  }
  .field label {
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  .field input {
    width: 100%;
  }
  .field .note {
    grid-column: 2;
    font-size: var(--text-xs);
    color: var(--ink-2);
    min-height: 1.3rem;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  .field .note.fault {
    color: var(--fault);
  }
`;
