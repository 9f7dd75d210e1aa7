/**
 * One GPUDevice with what it can hold. The two buffer limits are asked for as the adapter has them; otherwise a device
 * gets 128 MiB and 256 MiB. All other limits are the defaults, which every WebGPU device has.
 */
import { messageOf } from "../errors.ts";

export interface AdapterDescription {
  vendor: string;
  architecture: string;
  description: string;
  /** A software adapter: right, but slower than WASM wherever it was measured. */
  isFallback: boolean;
}

export interface Gpu {
  device: GPUDevice;
  /** Nothing where an embedder brought a device of a browser that does not say. */
  adapter?: AdapterDescription;
}

/** Why there is no device, with a stable code for translation. */
export class NoGpu extends Error {
  constructor(
    readonly code: "no_webgpu" | "no_adapter" | "no_device",
    message: string,
  ) {
    super(message);
  }
}

export async function requestAdapter(): Promise<GPUAdapter> {
  const gpu = globalThis.navigator?.gpu;
  if (!gpu) throw new NoGpu("no_webgpu", "this browser or this page offers no WebGPU (it needs a secure origin)");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  if (!adapter) throw new NoGpu("no_adapter", "WebGPU is there, but it has no adapter for this machine");
  return adapter;
}

/** Asked for where offered: timestamps measure, the other two are options of the engine. */
const optionalFeatures: readonly GPUFeatureName[] = ["timestamp-query", "shader-f16", "subgroups"];

export async function requestDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  try {
    return await adapter.requestDevice({
      requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
      requiredFeatures: optionalFeatures.filter((feature) => adapter.features.has(feature)),
    });
  } catch (error) {
    throw new NoGpu("no_device", `the WebGPU adapter gave no device: ${messageOf(error)}`);
  }
}

export function describeAdapter(info: GPUAdapterInfo, adapter?: GPUAdapter): AdapterDescription {
  // Browsers moved the flag from the adapter to its info.
  const flag = info.isFallbackAdapter ?? (adapter as { isFallbackAdapter?: boolean } | undefined)?.isFallbackAdapter;
  const { vendor, architecture, description } = info;
  return { vendor, architecture, description, isFallback: flag ?? architecture === "swiftshader" };
}
