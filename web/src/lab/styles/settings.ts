/** The settings beside or above the figures. */
import { css } from "lit";

export const settingsStyles = css`
  .settings {
    position: var(--rail-position, sticky);
    inset-block-start: 16px;
    max-height: var(--rail-height, calc(100vh - 32px));
    overflow-y: auto;
    scrollbar-width: thin;
    /* That more lies below: its cover scrolls along with the end. */
    background:
      linear-gradient(to top, var(--surface) 40%, transparent) bottom / 100% 32px no-repeat local,
      linear-gradient(to top, var(--rule-strong), transparent) bottom / 100% 10px no-repeat scroll;
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
  /* Part of a group: its name weighs no more than that of a field. */
  fieldset fieldset {
    padding-block-start: 4px;
    border: 0;
  }
  fieldset fieldset legend {
    font-weight: 400;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 26px;
    cursor: pointer;
  }
  .aside {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  .meaning {
    color: var(--ink-2);
    line-height: 1.5;
    text-wrap: pretty;
    margin-block-start: 2px;
  }
  .meaning .fault {
    display: block;
    padding-inline-start: 8px;
    border-inline-start: 2px solid var(--fault);
    color: var(--ink);
  }
  .meaning b {
    display: block;
    font-weight: 600;
    color: var(--ink);
  }
  .option label {
    flex: none;
  }
  .meaning:empty {
    min-height: 1.5em;
  }
  .meaning button.quiet {
    padding-inline: 0;
    margin-inline-end: 8px;
    white-space: normal;
    text-align: start;
  }
  .option {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 32px;
  }
  .option input[type="number"] {
    width: 8.5rem;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .number-control {
    font-size: var(--text-s);
  }
  .number-control + .number-control,
  .number-control + .option,
  .meaning + .option,
  .meaning + .buttons,
  .meaning + .number-control {
    margin-block-start: 8px;
  }
  .option + .option,
  .option + .number-control {
    margin-block-start: 4px;
  }
  input[type="range"] {
    width: 100%;
    height: 24px;
    margin: 0;
    accent-color: var(--accent);
  }
  textarea {
    display: block;
    width: 100%;
    font: inherit;
    font-size: var(--text-s);
    color: inherit;
    background: var(--surface);
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
    padding: 6px 8px;
    resize: vertical;
    overflow-wrap: anywhere;
  }
  select {
    width: 100%;
  }
  .option select {
    width: auto;
    min-width: 8.5rem;
  }
`;
