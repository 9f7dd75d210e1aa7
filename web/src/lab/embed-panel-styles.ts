import { css } from "lit";

export const embedPanelStyles = css`
  :host {
    display: block;
  }
  .kinds,
  .option {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    margin-block: 8px;
  }
  .option {
    align-items: center;
    justify-content: space-between;
    margin-block: 4px;
  }
  button.quiet {
    padding-inline: 0;
  }
  .said {
    min-height: 24px;
    color: var(--ink-2);
  }
  a {
    color: var(--accent-text);
  }
`;
