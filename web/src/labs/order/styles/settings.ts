/** What the settings have beside the kit's. */
import { css } from "lit";

export const settingsStyles = css`
  .choice.idle {
    color: var(--ink-3);
    cursor: default;
  }
  /* Explanations differ in length; what stands below them keeps its place. */
  .meaning {
    min-height: 3em;
    margin-block-end: 4px;
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
  .fixed {
    font-variant-numeric: tabular-nums;
    color: var(--ink-2);
  }
`;
