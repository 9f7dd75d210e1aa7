/**
 * The plan of a problem, asked for without holding the page up: a message copies what it sends at one stretch, 40 ms for
 * 24 MB. Large tensors are copied here in slices, and the copies change hands.
 */
import type { Problem, Tensor } from "../problem.ts";
import type { CoreClient } from "../wasm/client.ts";
import type { CorePlan } from "../wasm/core-module.ts";
import { transferables } from "../wasm/transferables.ts";
import { inSlices, sliceNumbers } from "./breathe.ts";

export async function askPlan(
  client: CoreClient,
  problem: Problem,
  options: { permuted: boolean; signal?: AbortSignal | undefined },
): Promise<CorePlan> {
  const { permuted, signal } = options;
  const request = { call: "plan", problem, options: { permuted } } as const;
  let copied: Problem | null = await copyOf(problem);
  // Asked again after a trap, the copies are gone: then the message copies.
  return client.send<"plan">(() => {
    if (!copied) return { request, transfer: [] };
    const copy = copied;
    copied = null;
    return { request: { ...request, problem: copy }, transfer: transferables(copy.input) };
  }, signal);
}

/** Null where nothing is large. */
async function copyOf(problem: Problem): Promise<Problem | null> {
  const { input } = problem;
  if (input.kind !== "tensors") return null;
  const copies: Partial<Record<"query" | "key" | "value", Tensor>> = {};
  for (const name of ["query", "key", "value"] as const) {
    const tensor = input[name];
    if (tensor && "data" in tensor && tensor.data.length > sliceNumbers) copies[name] = await copyTensor(tensor);
  }
  // What is not copied would be taken from its owner.
  if (Object.keys(copies).length < (input.value === undefined ? 2 : 3)) return null;
  return { ...problem, input: { ...input, ...copies } };
}

async function copyTensor({ shape, data }: Tensor): Promise<Tensor> {
  const copy = data instanceof Float32Array ? new Float32Array(data.length) : new Float64Array(data.length);
  await inSlices(data.length, (from, end) => copy.set(data.subarray(from, end), from));
  return { shape, data: copy };
}
