/** Form controls, buttons and hidden text, alike in every shadow root. */
import { css } from "lit";

export const controlStyles = css`
  :host {
    box-sizing: border-box;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button {
    min-height: 32px;
    padding: 0 12px;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
    background: var(--surface);
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled) {
    border-color: var(--ink-2);
  }
  button:disabled {
    color: var(--ink-3);
    border-color: var(--rule);
    cursor: default;
  }
  button[aria-pressed="true"] {
    border-color: var(--accent);
    color: var(--accent-text);
  }
  button.quiet {
    min-height: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    font-size: var(--text-xs);
    color: var(--ink-2);
    text-decoration: underline;
    text-decoration-color: var(--rule-strong);
    text-underline-offset: 3px;
  }
  button.quiet:hover {
    color: var(--ink);
    text-decoration-color: currentColor;
  }
  button.quiet[aria-pressed="true"] {
    color: var(--accent-text);
  }
  ::placeholder {
    color: var(--ink-2);
    opacity: 1;
  }
  select,
  input[type="text"],
  input[type="number"] {
    min-height: 32px;
    padding: 0 8px;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
    background: var(--surface);
    max-width: 100%;
  }
  input[aria-invalid="true"] {
    border-color: var(--fault);
  }
  input[type="radio"],
  input[type="checkbox"] {
    accent-color: var(--accent);
    width: 16px;
    height: 16px;
    margin: 0;
    flex: none;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  h1,
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
  }
  fieldset {
    border: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
  }
  h2 {
    font-size: var(--text-l);
    line-height: 1.3;
    font-weight: 600;
  }
  h3 {
    font-size: var(--text-m);
    font-weight: 600;
  }
  .fault {
    color: var(--fault);
    font-size: var(--text-s);
  }
  /* Where colours say nothing, a frame says which is chosen. */
  @media (forced-colors: active) {
    button[aria-pressed="true"]:not(:focus-visible) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  @media print {
    button {
      display: none;
    }
  }
`;
