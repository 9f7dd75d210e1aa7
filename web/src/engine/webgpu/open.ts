/** From "a GPU is wanted" to an engine that passed its self-test, or the reason why not. */
import { messageOf, PosencError } from "../errors.ts";
import type { Fallback } from "../fallback.ts";
import { chooseEngine, type RequestedEngine } from "../select.ts";
import type { CoreClient } from "../wasm/client.ts";
import { coreEngine } from "../wasm/engine.ts";
import { type AdapterDescription, describeAdapter, NoGpu, requestDevice } from "./device.ts";
import { createGpuEngine, type GpuEngine } from "./engine.ts";
import { selfTest } from "./self-test.ts";

export interface OpenedGpu {
  adapter?: AdapterDescription;
  /** One of the two is there. */
  engine?: GpuEngine;
  fallback?: Fallback;
}

/** The adapter that was found, or the device of an embedder. */
export type FoundGpu = { device: GPUDevice } | { adapter: GPUAdapter };

export async function openGpu(requested: RequestedEngine, client: CoreClient, gpu: FoundGpu): Promise<OpenedGpu> {
  let adapter: AdapterDescription | undefined;
  try {
    // An embedder who brings a device has chosen its adapter, software or not.
    if ("device" in gpu) {
      const { device } = gpu;
      adapter = device.adapterInfo && describeAdapter(device.adapterInfo);
      return { adapter, ...(await openEngine(device, false, client)) };
    }
    const found = gpu.adapter;
    adapter = describeAdapter(found.info, found);
    const { fallback } = chooseEngine(requested, adapter);
    if (fallback) return { adapter, fallback };
    return { adapter, ...(await openEngine(await requestDevice(found), true, client)) };
  } catch (error) {
    const code = error instanceof NoGpu ? error.code : "no_device";
    return { adapter, fallback: { code, message: messageOf(error) } };
  }
}

async function openEngine(device: GPUDevice, owned: boolean, client: CoreClient): Promise<OpenedGpu> {
  let engine: GpuEngine | undefined;
  let fallback: Fallback;
  try {
    engine = await createGpuEngine({ device, owned, client });
    const failure = await selfTest(engine, coreEngine(client, "wasm"));
    if (failure === null) return { engine };
    fallback = { code: "self_test_failed", message: failure };
  } catch (error) {
    const lost = error instanceof PosencError && error.code === "device_lost";
    fallback = { code: lost ? "device_lost" : "self_test_failed", message: messageOf(error) };
  }
  engine?.close();
  if (!engine && owned) device.destroy();
  return { fallback };
}
