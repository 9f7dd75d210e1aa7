/** What only this lab has: positions, formulas, layouts, tokens and maps. */
import { css, unsafeCSS } from "lit";

const columnRules = [1, 2, 3, 4, 5, 6, 7, 8]
  .map(
    (count) =>
      `.picture[data-columns="${count}"] { grid-template-columns: repeat(${count}, minmax(4.75rem, max-content)); }`,
  )
  .join("\n");

const pairStyles = css`
  .positions {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    gap: 16px 40px;
    margin-block-start: 20px;
    max-width: 52rem;
    font-size: var(--text-s);
  }
  .position label {
    display: block;
    font-weight: 600;
    margin-block-end: 4px;
  }
  .position .buttons input {
    width: 5.5rem;
  }
  .position input[type="range"] {
    margin-block-start: 8px;
  }
  .formulas {
    margin-block-start: 20px;
    display: grid;
    gap: 4px;
    font-size: 1.0625rem;
    line-height: 1.7;
    overflow-wrap: anywhere;
  }
  p.formulas {
    display: block;
  }
  .formula {
    font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "Times New Roman", "Liberation Serif", serif;
    margin-inline-end: 1.5em;
  }
  .formula sub,
  .formula sup {
    font-size: 0.72em;
    line-height: 0;
  }
  .list label {
    display: block;
  }
  .list input {
    width: 100%;
  }
  .list .meaning:empty {
    min-height: 0;
  }
`;

const layoutStyles = css`
  .pair {
    display: inline-block;
    min-width: 1.9em;
    padding: 1px 5px;
    text-align: center;
    border-inline-start: 3px solid var(--rule-strong);
  }
  .pair[data-pair="0"],
  .pair[data-pair="4"] {
    border-color: var(--accent);
    background: var(--accent-wash);
  }
  .pair[data-pair="1"],
  .pair[data-pair="5"] {
    border-inline-start-style: dashed;
  }
  .pair[data-pair="2"],
  .pair[data-pair="6"] {
    border-color: var(--ink);
  }
  .pair[data-pair="3"],
  .pair[data-pair="7"] {
    border-inline-start: 3px dotted var(--ink-2);
  }
  section[data-part="score"] .plain td {
    white-space: nowrap;
  }
  section[data-part="layouts"] .plain :is(th, td) {
    padding-inline-end: 14px;
  }
  .maps {
    display: grid;
    gap: 20px 32px;
    margin-block-start: 16px;
  }
  section[data-part="picture"] .maps {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
  }
  .inline {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: 16px 32px;
    max-width: 52rem;
    margin-block-start: 20px;
  }
`;

const pictureStyles = css`
  section[data-part="picture"] h3 {
    margin-block-start: 24px;
  }
  .tokens {
    display: grid;
    gap: 8px;
    margin-block-start: 16px;
    overflow-x: auto;
    padding: 3px;
    margin-inline: -3px;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  .tokens ul {
    list-style: none;
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .tokens ul:empty {
    display: none;
  }
  .tokens .token {
    min-width: 4.75rem;
    min-height: 28px;
    line-height: 28px;
    padding: 0 8px;
    border-radius: 4px;
    border: 1px solid var(--rule);
    text-align: center;
    white-space: nowrap;
  }
  .tokens button.token {
    border-color: var(--rule-strong);
    line-height: 26px;
  }
  .tokens button.token[aria-pressed="true"] {
    border-color: var(--accent);
    box-shadow: 0 0 0 1px var(--accent);
  }
  .picture {
    display: grid;
    gap: 4px;
    width: max-content;
  }
  .streams {
    list-style: none;
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-block-start: 12px;
    font-size: var(--text-s);
  }
  .streams li {
    width: 24px;
    line-height: 24px;
    text-align: center;
    border: 1px solid var(--rule-strong);
  }
  .streams li[data-stream="h"] {
    background: var(--accent-wash);
    border-color: var(--accent);
  }
  .streams li[data-stream="w"] {
    border: 1px dashed var(--ink-2);
  }
  details {
    margin-block-start: 12px;
    font-size: var(--text-s);
  }
  summary {
    cursor: pointer;
    min-height: 24px;
  }
`;

const mediaStyles = css`
  @container (max-width: 600px) {
    section[data-part="layouts"] .plain :is(th, td) {
      padding-inline-end: 6px;
    }
    section[data-part="layouts"] .plain :is(th, td):first-child {
      padding-inline-end: 14px;
    }
  }
  @media print {
    .inline,
    .positions {
      display: none;
    }
    .tokens button.token {
      display: block;
    }
  }
`;

export const rotationStyles = [pairStyles, layoutStyles, pictureStyles, unsafeCSS(columnRules), mediaStyles];
