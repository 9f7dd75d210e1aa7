/** Long work on the page's thread in slices that leave room for input. */
const BUDGET_MS = 8;

/** Runs `work` from yield to yield; ends early, and says false, where the signal fires. */
export async function inSlices(work: Generator<void>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    // First of all: many may be asked for at once.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return false;
    const end = performance.now() + BUDGET_MS;
    do if (work.next().done) return !signal.aborted;
    while (performance.now() < end);
  }
}
