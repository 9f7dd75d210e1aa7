/** The settings beside or above the figures. */
import { css } from "lit";

export const settingsStyles = css`
  .settings {
    position: var(--rail-position, sticky);
    inset-block-start: 16px;
    max-height: var(--rail-height, calc(100vh - 32px));
    overflow-y: auto;
    scrollbar-width: thin;
    display: grid;
    gap: 20px;
    padding: 4px;
    margin: -4px;
  }
  fieldset {
    display: grid;
    gap: 4px;
    align-content: start;
    padding-block-start: 8px;
    border-block-start: 1px solid var(--rule);
    font-size: var(--text-s);
  }
  legend {
    font-size: var(--text-s);
    font-weight: 600;
    float: inline-start;
    width: 100%;
    margin-block-end: 4px;
  }
  legend + * {
    clear: both;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 26px;
    cursor: pointer;
  }
  .choice.idle {
    color: var(--ink-3);
    cursor: default;
  }
  .meaning {
    color: var(--ink-2);
    line-height: 1.5;
    min-height: 3em;
    margin-block: 2px 4px;
    text-wrap: pretty;
  }
  .paper {
    color: var(--ink-2);
    white-space: nowrap;
    text-decoration-color: var(--rule-strong);
    text-underline-offset: 3px;
  }
  .paper:hover {
    color: var(--ink);
  }
  posenc-choice-menu {
    margin-block-end: 4px;
  }
  .option {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 32px;
  }
  .option input[type="number"] {
    width: 7.5rem;
  }
  .fixed {
    font-variant-numeric: tabular-nums;
    color: var(--ink-2);
  }
`;
