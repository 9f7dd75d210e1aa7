import type { Tensor } from "./problem.ts";

/**
 * max |a - b| over all elements. Equal infinities (hidden scores) differ by 0; NaN anywhere, an infinity on one side
 * or unlike shapes give NaN, so write `!(difference <= tolerance)`.
 */
export function worstDifference(a: Tensor | undefined, b: Tensor | undefined): number {
  if (!a || !b || a.shape.join() !== b.shape.join()) return Number.NaN;
  let worst = 0;
  for (let i = 0; i < a.data.length; i++) {
    const x = a.data[i] ?? Number.NaN;
    const y = b.data[i] ?? Number.NaN;
    if (x === y) continue;
    const difference = Math.abs(x - y);
    if (!Number.isFinite(difference)) return Number.NaN;
    worst = Math.max(worst, difference);
  }
  return worst;
}
