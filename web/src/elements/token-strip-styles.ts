import { css } from "lit";

export const tokenStripStyles = css`
  :host {
    display: block;
    min-width: 0;
  }
  .scroll {
    overflow-x: auto;
    scrollbar-width: thin;
    padding-block: 4px;
  }
  .strip {
    display: grid;
    grid-template-columns: 40px calc(var(--slot, 56px) * var(--count, 1));
    align-items: center;
    width: max-content;
  }
  .name {
    font-style: italic;
    font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", Georgia, serif;
    font-size: var(--text-l);
    color: var(--ink-2);
  }
  .slots {
    display: grid;
    grid-template-columns: repeat(var(--count, 1), var(--slot, 56px));
    list-style: none;
  }
  li {
    display: flex;
    flex-direction: column;
    align-items: stretch;
    min-width: 0;
    position: relative;
  }
  .permuted li {
    flex-direction: column;
  }
  .original li {
    flex-direction: column-reverse;
  }
  .token {
    display: flex;
    align-items: center;
    justify-content: center;
    min-height: 44px;
    margin: 0 4px;
    padding: 0 6px;
    font-size: var(--text-l);
    line-height: 1.2;
  }
  :host([data-long]) .token {
    font-size: var(--text-m);
  }
  button.token {
    border-color: var(--rule-strong);
    touch-action: pan-y;
    cursor: grab;
    user-select: none;
    -webkit-user-select: none;
    position: relative;
    transition: border-color 120ms;
  }
  button.token[aria-pressed="true"] {
    background: var(--accent-wash);
    color: var(--ink);
    border-color: var(--accent);
  }
  button.token.dragged {
    cursor: grabbing;
    z-index: 2;
  }
  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    min-width: 0;
  }
  .at {
    text-align: center;
    font-size: var(--text-xs);
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    line-height: 20px;
  }
  .lines {
    grid-column: 2;
    width: 100%;
    height: 48px;
    display: block;
    overflow: visible;
  }
  path {
    fill: none;
    stroke: var(--rule-strong);
    stroke-width: 1.25px;
    vector-effect: non-scaling-stroke;
  }
  path.chosen {
    stroke: var(--accent);
    stroke-width: 2px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 12px;
    font-size: var(--text-s);
  }
  .gap {
    width: 8px;
  }
  ::slotted([slot="save"]) {
    align-self: center;
  }
  .hint {
    margin-block-start: 8px;
    font-size: var(--text-s);
    color: var(--ink-2);
  }
  @container (max-width: 480px) {
    .strip {
      grid-template-columns: 32px calc(var(--slot, 56px) * var(--count, 1));
    }
    .gap {
      display: none;
    }
    .buttons button {
      padding-inline: 9px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none;
    }
  }
`;
