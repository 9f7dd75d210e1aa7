import { css } from "lit";

export const choiceMenuStyles = css`
  :host {
    display: block;
    min-width: 0;
  }
  .field {
    position: relative;
  }
  input {
    width: 100%;
    padding-inline-end: 28px;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  input[aria-expanded="true"] {
    cursor: text;
  }
  svg {
    position: absolute;
    inset-inline-end: 10px;
    inset-block-start: 10px;
    width: 12px;
    height: 12px;
    fill: none;
    stroke: var(--ink-2);
    stroke-width: 1.5;
    pointer-events: none;
  }
  .list {
    position: absolute;
    z-index: 5;
    inset-inline-start: 0;
    inset-block-start: calc(100% + 4px);
    width: max(100%, 16.25rem);
    max-height: min(60vh, 27rem);
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    padding-block: 4px 8px;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
    background: var(--surface);
    box-shadow: 0 6px 20px rgb(0 0 0 / 14%);
    line-height: 1.4;
  }
  .list[hidden] {
    display: none;
  }
  .group {
    padding: 8px 12px 2px;
    font-size: var(--text-xs);
    font-weight: 600;
    color: var(--ink-2);
  }
  [role="group"] + [role="group"] {
    margin-block-start: 6px;
    border-block-start: 1px solid var(--rule);
  }
  .option {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 8px;
    padding: 4px 12px 5px;
    min-height: 28px;
    scroll-margin-block: 28px 8px;
    cursor: pointer;
  }
  .option.active {
    background: var(--accent-wash);
  }
  .option[aria-selected="true"] .name {
    color: var(--accent-text);
    font-weight: 600;
  }
  .aside,
  .detail {
    font-size: var(--text-xs);
    color: var(--ink-2);
  }
  .aside {
    align-self: center;
    font-variant-numeric: tabular-nums;
  }
  .detail {
    grid-column: 1 / -1;
  }
  @media (forced-colors: active) {
    .option.active {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
