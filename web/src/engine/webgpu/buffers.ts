/** The buffers of one call: sizes are checked against the device before anything is allocated, all are destroyed together. */
import { PosencError } from "../errors.ts";

type Words = Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export interface Buffers {
  /** A storage buffer with these contents. */
  upload(label: string, data: Words): GPUBuffer;
  /** A uniform buffer with these contents. */
  uniform(label: string, data: Words): GPUBuffer;
  /** A buffer that kernels write. */
  scratch(label: string, floats: number): GPUBuffer;
  staging(bytes: number): GPUBuffer;
  destroy(): void;
}

export function createBuffers(device: GPUDevice): Buffers {
  const made: GPUBuffer[] = [];
  const create = (label: string, size: number, usage: number) => {
    // WebGPU binds no empty buffer; a slot that is not used gets 16 bytes.
    const buffer = device.createBuffer({ label, size: Math.max(size, 16), usage });
    made.push(buffer);
    return buffer;
  };
  const fill = (label: string, data: Words, usage: number) => {
    checkBytes(label, data.byteLength, device.limits);
    const buffer = create(label, data.byteLength, usage);
    if (data.byteLength > 0) device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  };
  // Any storage buffer may be a result, which is copied for reading.
  const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  return {
    upload: (label, data) => fill(label, data, storage),
    uniform: (label, data) => fill(label, data, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST),
    scratch(label, floats) {
      checkBytes(label, floats * 4, device.limits);
      return create(label, floats * 4, storage);
    },
    staging(bytes) {
      if (bytes > device.limits.maxBufferSize) throw tooLarge("results", bytes, device.limits.maxBufferSize);
      return create("staging", bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    },
    destroy() {
      for (const buffer of made.splice(0)) buffer.destroy();
    },
  };
}

function checkBytes(label: string, bytes: number, limits: GPUSupportedLimits): void {
  const limit = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  if (bytes > limit) throw tooLarge(label, bytes, limit);
}

function tooLarge(label: string, bytes: number, limit: number): PosencError {
  const message = `${label}: needs ${bytes} bytes on the GPU, the limit of this WebGPU device is ${limit} bytes`;
  return new PosencError("too_large", message);
}
