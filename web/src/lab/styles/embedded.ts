/** With less of the lab than the page has. After everything else, so that it has the last word. */
import { css } from "lit";

export const embeddedStyles = css`
  [hidden] {
    display: none !important;
  }
  /* Named by its heading all the same. */
  :host([ui]) h1 {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  :host([ui]) .lead,
  :host([ui]) [data-part="tries"],
  :host([ui]) [data-part="share"],
  :host([ui]) [data-part="compare"] {
    display: none;
  }
  :host([ui]) .claim {
    margin-block-start: 0;
    min-height: 0;
  }
  :host([ui]) {
    padding-block-start: 0;
  }
  :host([ui="none"]) .rail,
  :host([ui="none"]) .input {
    display: none;
  }
  :host([ui="none"]) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: "first" "rest";
    grid-template-rows: auto;
  }
  :host([motion="off"]) * {
    transition: none !important;
    animation: none !important;
  }
`;
