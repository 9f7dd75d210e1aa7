/** The configuration and where it comes from. */
import { css } from "lit";

export const inputStyles = css`
  .choose {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 16px;
    margin-block: 16px;
    align-items: center;
  }
  .pick {
    flex: 0 1 320px;
    min-width: 0;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    font-size: var(--text-s);
  }
  .label {
    display: block;
    font-size: var(--text-s);
    color: var(--ink-2);
    margin-block-end: 4px;
  }
  textarea {
    display: block;
    width: 100%;
    padding: 8px 12px;
    font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace;
    color: inherit;
    background: none;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
    resize: vertical;
    tab-size: 2;
  }
  textarea[aria-invalid="true"] {
    border-color: var(--fault);
  }
  .note {
    font-size: var(--text-xs);
    color: var(--ink-2);
    margin-block-start: 4px;
    overflow-wrap: anywhere;
  }
  .note > * {
    display: block;
  }
`;
