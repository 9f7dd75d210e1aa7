/**
 * Work in submissions of about 30 ms: a page stays smooth, a long run tells its progress and can be stopped, and no
 * driver takes it for a hang. Two are under way at a time, so that the GPU does not wait for the page.
 */
import { throwIfAborted } from "../errors.ts";
import type { GpuErrors } from "./errors.ts";

const targetMs = 30;
const underWay = 2;

/** Of a device: the shortest time any submission took, nearly all of it waiting (100 ms in browsers that poll). */
export interface Latency {
  ms: number;
}

export interface Steps {
  device: GPUDevice;
  errors: GpuErrors;
  latency: Latency;
  signal?: AbortSignal | undefined;
  /** Submits units first … first + count - 1. */
  submit(first: number, count: number): void;
  onDone(count: number): void;
}

/** Submits `units` in steps that start with `start` units and then follow the measured time. */
export async function submitInSteps(units: number, start: number, steps: Steps): Promise<void> {
  const { device, errors, latency } = steps;
  const submitted: { count: number; done: Promise<undefined> }[] = [];
  let [first, size, last] = [0, start, performance.now()];
  while (first < units || submitted.length > 0) {
    throwIfAborted(steps.signal);
    if (first < units && submitted.length < underWay) {
      const count = Math.min(size, units - first);
      steps.submit(first, count);
      submitted.push({ count, done: device.queue.onSubmittedWorkDone() });
      first += count;
      continue;
    }
    const step = submitted.shift();
    if (!step) break;
    await step.done;
    await errors.check();
    const now = performance.now();
    size = nextSize(step.count, now - last, latency);
    last = now;
    steps.onDone(step.count);
  }
}

/** Exported for its test. */
export function nextSize(count: number, ms: number, latency: Latency): number {
  latency.ms = Math.min(latency.ms, ms);
  const worked = Math.max(ms - latency.ms, ms / 16, 0.1);
  return Math.max(1, Math.round(count * Math.min(4, Math.max(0.25, targetMs / worked))));
}
