/**
 * Buffers by size class (powers of two), kept for the next call: sizes are checked against the device before anything
 * is allocated. What lies idle for a while, or goes beyond the budget, is destroyed.
 */
import { PosencError } from "../errors.ts";

/** A buffer, or what a call needs of it: buffers of the pool are larger. */
export interface Slot {
  readonly buffer: GPUBuffer;
  readonly size: number;
}

export type BufferKind = "storage" | "uniform" | "staging";

export interface BufferPool {
  /** Buffers of one call, given back together. */
  lease(): Lease;
  destroy(): void;
}

export interface Lease {
  take(label: string, bytes: number, kind: BufferKind): Slot;
  /** Bytes taken so far, as asked for. */
  readonly bytes: number;
  release(): void;
}

const idleMs = 10_000;
const keptBytes = 2 ** 28;

export function createBufferPool(device: GPUDevice): BufferPool {
  const free = new Map<string, GPUBuffer[]>();
  const all = new Set<GPUBuffer>();
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function destroy(buffer: GPUBuffer): void {
    if (!all.delete(buffer)) return;
    bytes -= buffer.size;
    buffer.destroy();
  }
  function dropFree(): void {
    for (const buffers of free.values()) for (const buffer of buffers) destroy(buffer);
    free.clear();
  }
  function create(label: string, size: number, kind: BufferKind): GPUBuffer {
    const buffer = device.createBuffer({ label, size, usage: usageOf(kind) });
    all.add(buffer);
    bytes += size;
    return buffer;
  }
  function giveBack(taken: readonly [key: string, buffer: GPUBuffer][]): void {
    for (const [key, buffer] of taken) {
      if (bytes > keptBytes) destroy(buffer);
      else free.set(key, [...(free.get(key) ?? []), buffer]);
    }
    clearTimeout(timer);
    timer = setTimeout(dropFree, idleMs);
    // Under Node a pool that waits must not keep the process alive.
    if (typeof timer === "object" && "unref" in timer) (timer as { unref(): void }).unref();
  }

  return {
    lease() {
      const taken: [string, GPUBuffer][] = [];
      let asked = 0;
      return {
        get bytes() {
          return asked;
        },
        take(label, wanted, kind) {
          checkBytes(label, wanted, kind, device.limits);
          // WebGPU binds no empty buffer; the smallest holds one block.
          const size = Math.max(64, Math.ceil(wanted / 16) * 16);
          const key = `${kind} ${sizeClass(size, device.limits.maxBufferSize)}`;
          const buffer = free.get(key)?.pop() ?? create(label, sizeClass(size, device.limits.maxBufferSize), kind);
          taken.push([key, buffer]);
          asked += size;
          return { buffer, size };
        },
        release: () => giveBack(taken.splice(0)),
      };
    },
    destroy() {
      clearTimeout(timer);
      for (const buffer of [...all]) destroy(buffer);
      free.clear();
    },
  };
}

function usageOf(kind: BufferKind): number {
  if (kind === "staging") return GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  if (kind === "uniform") return GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  // Any storage buffer may be a result, which is copied for reading.
  return GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
}

function sizeClass(bytes: number, most: number): number {
  return Math.min(2 ** Math.ceil(Math.log2(bytes)), Math.floor(most / 16) * 16);
}

/** What one binding may hold. */
export function bindingLimit(limits: GPUSupportedLimits): number {
  return Math.floor(Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize) / 64) * 64;
}

function checkBytes(label: string, bytes: number, kind: BufferKind, limits: GPUSupportedLimits): void {
  const limit = kind === "staging" ? limits.maxBufferSize : bindingLimit(limits);
  if (bytes > limit) throw tooLarge(label, bytes, limit);
}

export function tooLarge(label: string, bytes: number, limit: number): PosencError {
  const message = `${label}: needs ${bytes} bytes on the GPU, the limit of this WebGPU device is ${limit} bytes`;
  return new PosencError("too_large", message);
}
