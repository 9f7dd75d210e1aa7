/** What the stages of a call share, and the few things all of them do: upload, dispatch, read back. */
import { breathe, inSlices, sliceNumbers } from "./breathe.ts";
import type { Lease, Slot } from "./buffers.ts";
import type { Clock } from "./clock.ts";
import type { GpuErrors } from "./errors.ts";
import { spreadGroups } from "./layout.ts";
import type { KernelName, Pipelines, Variant } from "./pipelines.ts";
import type { Latency } from "./submissions.ts";

export interface Run {
  device: GPUDevice;
  pipelines: Pipelines;
  variant: Variant;
  lease: Lease;
  errors: GpuErrors;
  clock: Clock;
  latency: Latency;
  signal?: AbortSignal | undefined;
}

export type Words = Float32Array | Int32Array | Uint32Array;

/** A storage buffer with these numbers, one piece after the other. */
export async function upload(run: Run, label: string, ...pieces: readonly Words[]): Promise<Slot> {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const slot = take(run, label, bytes);
  let offset = 0;
  for (const piece of pieces) {
    const start = offset;
    await inSlices(piece.length, (from, end) =>
      run.device.queue.writeBuffer(
        slot.buffer,
        start + 4 * from,
        piece.subarray(from, end) as Float32Array<ArrayBuffer>,
      ),
    );
    offset += piece.byteLength;
  }
  return slot;
}

export function take(run: Run, label: string, bytes: number): Slot {
  return run.errors.scope(label, () => run.lease.take(label, bytes, "storage"));
}

export function uniform(run: Run, label: string, words: Uint32Array<ArrayBuffer>): Slot {
  return run.errors.scope(label, () => {
    const slot = run.lease.take(label, words.byteLength, "uniform");
    run.device.queue.writeBuffer(slot.buffer, 0, words);
    return slot;
  });
}

export interface Dispatch {
  kernel: KernelName;
  variant: Variant;
  /** By binding. */
  slots: readonly Slot[];
}

/** A kernel bound to its buffers; call it with the number of workgroups to get the commands of a pass. */
export async function bind(
  run: Run,
  { kernel, variant, slots }: Dispatch,
): Promise<(groups: number) => GPUCommandBuffer> {
  const { device, errors } = run;
  const pipeline = await run.pipelines.get(kernel, variant);
  const group = errors.scope(kernel, () =>
    device.createBindGroup({
      label: kernel,
      layout: pipeline.getBindGroupLayout(0),
      entries: slots.map(({ buffer, size }, binding) => ({ binding, resource: { buffer, size } })),
    }),
  );
  // An error while encoding appears at finish(), inside this scope.
  return (groups) =>
    errors.scope(kernel, () => {
      const encoder = device.createCommandEncoder({ label: kernel });
      const pass = encoder.beginComputePass({ label: kernel, ...run.clock.writes() });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(...spreadGroups(groups, device.limits.maxComputeWorkgroupsPerDimension));
      pass.end();
      return encoder.finish();
    });
}

/** The first `count` numbers of a buffer go to take(numbers, at), slice by slice. */
export async function readBack(
  run: Run,
  slot: Slot,
  count: number,
  receive: (numbers: Float32Array, at: number) => void,
): Promise<void> {
  const { device, errors, lease } = run;
  const bytes = 4 * count;
  const staging = errors.scope("results", () => {
    const target = lease.take("results", bytes, "staging");
    const encoder = device.createCommandEncoder({ label: "results" });
    encoder.copyBufferToBuffer(slot.buffer, 0, target.buffer, 0, bytes);
    device.queue.submit([encoder.finish()]);
    return target.buffer;
  });
  try {
    const mapped = staging.mapAsync(GPUMapMode.READ, 0, bytes);
    mapped.catch(() => {}); // its failure follows from what check() reports, or is thrown below
    await errors.check();
    await mapped;
    const all = new Float32Array(staging.getMappedRange(0, bytes));
    for (let at = 0; at < count; at += sliceNumbers) {
      if (at > 0) await breathe();
      receive(all.subarray(at, Math.min(count, at + sliceNumbers)), at);
    }
  } finally {
    staging.unmap();
  }
}
