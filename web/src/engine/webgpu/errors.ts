/** Error scopes around every stage; the first error wins, because the later ones usually follow from it. */
import { PosencError } from "../errors.ts";

export interface GpuErrors {
  /** Runs `stage` inside error scopes. What it throws itself is thrown on. */
  scope<T>(label: string, stage: () => T): T;
  /** Rejects with the first error of any scope so far. */
  check(): Promise<void>;
}

export function watchErrors(device: GPUDevice): GpuErrors {
  const found: Promise<PosencError | null>[] = [];
  return {
    scope(label, stage) {
      device.pushErrorScope("validation");
      device.pushErrorScope("out-of-memory");
      try {
        return stage();
      } finally {
        found.push(popError(device, label, "out_of_memory"));
        found.push(popError(device, label, "gpu_error"));
      }
    },
    async check() {
      for (const error of await Promise.all(found)) if (error) throw error;
    },
  };
}

async function popError(device: GPUDevice, label: string, code: "out_of_memory" | "gpu_error") {
  // A lost device answers with a rejection or with nothing; the loss itself is reported elsewhere.
  const error = await device.popErrorScope().catch(() => null);
  return error && new PosencError(code, `WebGPU, ${label}: ${error.message || code}`);
}
