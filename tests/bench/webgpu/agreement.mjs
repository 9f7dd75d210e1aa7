// How far outputs may be from the core's, with inputs in [-2, 2).
export const TOLERANCE = 1e-5;

export function largestDifference(a, b) {
  if (a.length !== b.length) throw new Error(`results of ${a.length} and ${b.length} numbers cannot be compared`);
  return a.reduce((largest, number, at) => Math.max(largest, Math.abs(number - b[at])), 0);
}
