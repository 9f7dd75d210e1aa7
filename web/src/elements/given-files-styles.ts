import { css } from "lit";

export const givenFilesStyles = css`
  :host {
    display: block;
    min-width: 0;
    font-size: var(--text-s);
  }
  .place {
    padding: 8px 12px;
    border: 1px dashed var(--rule-strong);
    border-radius: 4px;
  }
  .place.over {
    border-style: solid;
    border-color: var(--accent);
  }
  p {
    margin-block: 0 8px;
    color: var(--ink-2);
  }
  p.fault {
    margin-block: 8px 0;
    color: var(--fault);
    overflow-wrap: anywhere;
  }
  ul {
    margin: 8px 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 8px;
    padding-block: 6px;
    border-block-start: 1px solid var(--rule);
  }
  li .name {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
  }
  select {
    min-width: 0;
  }
  summary {
    min-height: 24px;
    margin-block-start: 8px;
    cursor: pointer;
  }
  textarea {
    display: block;
    box-sizing: border-box;
    width: 100%;
    margin-block: 4px 8px;
    font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace;
    color: inherit;
    background: none;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
`;
