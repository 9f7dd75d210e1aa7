/** Two orders of the same tokens as a drawing for files, one below the other, with lines between. */
import { css, type SVGTemplateResult, svg } from "lit";
import { type Drawing, fitted, textWidth } from "./drawing.ts";

/** Token t of the lower row is token order[t] of the upper one. */
export interface Orders {
  tokens: readonly string[];
  order: readonly number[];
  /** Of the rows: "X" and "PX". */
  names: readonly [string, string];
}

const LEFT = 40;
const SLOT = { least: 44, most: 112 };
const INDEX = 18;
const BOX = 30;
const LINES = 48;

const styles = css`
  text {
    font-size: 12px;
    text-anchor: middle;
    fill: var(--ink-2);
  }
  .token {
    font-size: 13px;
    fill: var(--ink);
  }
  .name {
    font-size: 15px;
    font-style: italic;
    text-anchor: start;
  }
  .box,
  .line {
    fill: none;
    stroke: var(--rule-strong);
  }
  .moved {
    stroke: var(--accent);
  }
`;

export function ordersDrawing({ tokens, order, names }: Orders): Drawing {
  const longest = Math.max(...tokens.map(textWidth));
  const slot = Math.min(SLOT.most, Math.max(SLOT.least, longest + 24));
  const middle = (place: number) => LEFT + (place + 0.5) * slot;
  const [upper, lower] = [INDEX, INDEX + BOX + LINES];
  const row = (top: number, shown: readonly number[], index: number): SVGTemplateResult[] =>
    shown.map(
      (
        token,
        place,
      ) => svg`<rect class="box" x=${middle(place) - slot / 2 + 3} y=${top} width=${slot - 6} height=${BOX} rx="4"></rect>
        <text class="token" x=${middle(place)} y=${top + BOX / 2} dy="0.35em">${fitted(tokens[token] as string, slot - 14)}</text>
        <text x=${middle(place)} y=${index}>${place}</text>`,
    );
  const curve = (from: number, to: number) => {
    const [start, end] = [upper + BOX, lower];
    return `M${middle(from)} ${start} C${middle(from)} ${start + 0.6 * LINES} ${middle(to)} ${start + 0.4 * LINES} ${middle(to)} ${end}`;
  };
  return {
    width: LEFT + slot * tokens.length,
    height: lower + BOX + INDEX,
    body: svg`
      ${[upper, lower].map((top, at) => svg`<text class="name" x="0" y=${top + BOX / 2} dy="0.35em">${names[at]}</text>`)}
      ${row(
        upper,
        tokens.map((_, token) => token),
        INDEX - 6,
      )}
      ${order.map((from, to) => svg`<path class="line ${from === to ? "" : "moved"}" d=${curve(from, to)}></path>`)}
      ${row(lower, order, lower + BOX + 14)}`,
    style: styles.cssText,
  };
}
