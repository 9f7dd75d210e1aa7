/** A wide thing scrolls by itself. A shade at the edge that more lies behind: its cover scrolls along with the end. */
import { css } from "lit";

export const scrollStyles = css`
  .scroll {
    overflow-x: auto;
    background:
      linear-gradient(to right, var(--surface) 40%, transparent) left / 32px 100% no-repeat local,
      linear-gradient(to left, var(--surface) 40%, transparent) right / 32px 100% no-repeat local,
      linear-gradient(to right, var(--rule-strong), transparent) left / 10px 100% no-repeat scroll,
      linear-gradient(to left, var(--rule-strong), transparent) right / 10px 100% no-repeat scroll;
  }
`;
