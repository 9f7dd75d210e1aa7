/** Long loops over numbers on the page's thread let it breathe, so that no stretch of work lasts 50 ms. */

/** Numbers to a slice: some milliseconds of the slowest loop here before the browser has compiled it. */
export const sliceNumbers = 2 ** 18;

const stretchMs = 12;
let started = 0;

/** Called between slices: waits for the page's other work where the stretch has been long. */
export async function breathe(): Promise<void> {
  const now = performance.now();
  // A stretch of idling counts like one of work; then one wait is all it costs.
  if (now - started < stretchMs) return;
  await new Promise((resolve) => setTimeout(resolve));
  started = performance.now();
}

/** Calls work(from, end) for slices of 0 … count - 1. */
export async function inSlices(count: number, work: (from: number, end: number) => void): Promise<void> {
  for (let from = 0; from < count; from += sliceNumbers) {
    if (from > 0) await breathe();
    work(from, Math.min(count, from + sliceNumbers));
  }
}
