// Timing that can be trusted on a machine whose speed drifts: every candidate is warmed up by time (engines compile hot
// code in the background), then all of them take turns, so that ratios within a round see the same machine.

// A candidate: { name, sample(milliseconds) -> seconds per run } that runs until the time is over, at least once.
export const WARM_UP_MS = 300;
const SAMPLE_MS = 4;

export async function timeRun(run, milliseconds) {
  const start = performance.now();
  let runs = 0;
  let elapsed = 0;
  do {
    const pending = run();
    if (pending instanceof Promise) await pending;
    ++runs;
    elapsed = performance.now() - start;
  } while (elapsed < milliseconds);
  return elapsed / 1000 / runs;
}

export async function interleave(candidates, rounds) {
  for (const candidate of candidates) await candidate.sample(WARM_UP_MS);
  const seconds = Object.fromEntries(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; ++round)
    for (const candidate of candidates) seconds[candidate.name].push(await candidate.sample(SAMPLE_MS));
  return seconds;
}
