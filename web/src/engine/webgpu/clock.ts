/** GPU time from the first pass of a call to the end of its last, where the device has timestamps. */
export interface Clock {
  /** For the descriptor of a pass. */
  writes(): { timestampWrites?: GPUComputePassTimestampWrites };
  /** Null where the device has no timestamps, or gave none. */
  read(): Promise<number | null>;
  destroy(): void;
}

export function createClock(device: GPUDevice): Clock {
  if (!device.features.has("timestamp-query")) return { writes: () => ({}), read: async () => null, destroy() {} };
  const querySet = device.createQuerySet({ type: "timestamp", count: 2 });
  const resolved = device.createBuffer({ size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
  const staging = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  let started = false;
  return {
    writes() {
      const begin = started ? {} : { beginningOfPassWriteIndex: 0 };
      started = true;
      return { timestampWrites: { querySet, ...begin, endOfPassWriteIndex: 1 } };
    },
    async read() {
      if (!started) return null;
      const encoder = device.createCommandEncoder({ label: "timestamps" });
      encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, staging, 0, 16);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      const [begin = 0n, end = 0n] = new BigUint64Array(staging.getMappedRange().slice(0));
      staging.unmap();
      return end > begin ? Number(end - begin) / 1e6 : null;
    },
    destroy() {
      querySet.destroy();
      resolved.destroy();
      staging.destroy();
    },
  };
}
