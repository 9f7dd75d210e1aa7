/**
 * Executes a plan: rotate q and k, scores, row softmax, weighted values, as far as what is asked for needs them.
 * Everything is submitted at once and read back in one map: a read-back costs up to 100 ms in some browsers.
 */
import { throwIfAborted } from "../errors.ts";
import type { OutputName, Tensor } from "../problem.ts";
import type { CorePlan } from "../wasm/core-module.ts";
import { type Buffers, createBuffers } from "./buffers.ts";
import { type GpuErrors, watchErrors } from "./errors.ts";
import { attendStruct, packStruct, rotateStruct, spreadGroups, workgroupSize } from "./layout.ts";
import type { KernelName, Pipelines } from "./pipelines.ts";
import { hideScores, packVisibility } from "./visibility.ts";

type Results = { [name in OutputName]?: Tensor };

interface Run {
  device: GPUDevice;
  pipelines: Pipelines;
  buffers: Buffers;
  errors: GpuErrors;
  commands: GPUCommandBuffer[];
}

/** What was asked for of scores, weights, output, rotated_query and rotated_key; the rest of a plan needs no GPU. */
export async function runPlan(
  device: GPUDevice,
  pipelines: Pipelines,
  plan: CorePlan,
  outputs: readonly OutputName[],
  signal?: AbortSignal,
): Promise<Results> {
  const run: Run = { device, pipelines, buffers: createBuffers(device), errors: watchErrors(device), commands: [] };
  try {
    const wanted = record(run, plan, new Set(outputs));
    if (wanted.size === 0) return {};
    const bytes = await readBack(run, wanted);
    throwIfAborted(signal);
    return toTensors(bytes, plan);
  } finally {
    run.buffers.destroy();
  }
}

/** Encodes the stages needed; the answer names the buffers to read. */
function record(run: Run, plan: CorePlan, outputs: ReadonlySet<OutputName>): Map<OutputName, GPUBuffer> {
  const { shape } = plan;
  const wanted = new Map<OutputName, GPUBuffer>();
  const want = (name: OutputName, buffer: GPUBuffer) => outputs.has(name) && wanted.set(name, buffer);
  const needsScores = outputs.has("scores") || outputs.has("weights") || outputs.has("output");
  if (!needsScores && !outputs.has("rotated_query") && !outputs.has("rotated_key")) return wanted;

  const { query, key } = recordRotation(run, plan);
  want("rotated_query", query);
  want("rotated_key", key);
  if (!needsScores) return wanted;

  const { size, visibility, value, bias, rows, scores, weights, output } = allocate(run, plan);
  const pairs = shape.heads * shape.queries * shape.keys;
  dispatch(run, "scores", Math.ceil(pairs / workgroupSize), [size, visibility, query, key, bias, rows, scores]);
  want("scores", scores);
  if (!outputs.has("weights") && !outputs.has("output")) return wanted;

  dispatch(run, "softmax", shape.heads * shape.queries, [size, visibility, scores, weights]);
  want("weights", weights);
  if (!outputs.has("output")) return wanted;

  const sums = shape.heads * shape.queries * shape.value_dim;
  dispatch(run, "values", Math.ceil(sums / workgroupSize), [size, visibility, weights, value, output]);
  want("output", output);
  return wanted;
}

/** q and k turned in place in their buffers: channels that do not turn keep every bit. */
function recordRotation(run: Run, { shape, query, key, rotation }: CorePlan): { query: GPUBuffer; key: GPUBuffer } {
  const { buffers, errors } = run;
  const turn = (label: "query" | "key", vectors: Tensor, rows: number, tokens: number): GPUBuffer => {
    const buffer = errors.scope(label, () => buffers.upload(label, floats(vectors)));
    if (!rotation) return buffer;
    const pairs = rotation.rotary_dim / 2;
    const interleaved = rotation.pairing === "interleaved" ? 1 : 0;
    const values = { rows, tokens, head_dim: shape.head_dim, pairs, interleaved };
    const tables = errors.scope(`rotation of ${label}`, () => [
      buffers.uniform("rotate", packStruct(rotateStruct, values)),
      buffers.upload("cosine", floats(rotation[`${label}_cosine`])),
      buffers.upload("sine", floats(rotation[`${label}_sine`])),
    ]);
    dispatch(run, "rotate", Math.ceil((rows * pairs) / workgroupSize), [...tables, buffer]);
    return buffer;
  };
  return {
    query: turn("query", query, shape.heads * shape.queries, shape.queries),
    key: turn("key", key, shape.kv_heads * shape.keys, shape.keys),
  };
}

function allocate({ buffers, errors }: Run, plan: CorePlan) {
  const { shape, relative_bias: relative } = plan;
  const values = {
    ...{ heads: shape.heads, group: shape.heads / shape.kv_heads, queries: shape.queries, keys: shape.keys },
    ...{ head_dim: shape.head_dim, value_dim: shape.value_dim },
    bias_rows: relative?.table.shape[1] ?? 0,
    bias_by_pair: relative?.pair_rows ? 1 : 0,
    words_per_row: plan.visibility.words?.length ? (plan.visibility.words_per_row ?? 0) : 0,
    ...{ scale: plan.scale, softcap: plan.softcap },
  };
  const pairs = shape.heads * shape.queries * shape.keys;
  return errors.scope("buffers", () => ({
    size: buffers.uniform("attend", packStruct(attendStruct, values)),
    visibility: buffers.upload("visibility", packVisibility(plan)),
    value: buffers.upload("value", floats(plan.value)),
    bias: buffers.upload("relative bias", relative ? floats(relative.table) : new Float32Array(0)),
    rows: buffers.upload("rows", packRows(plan)),
    scores: buffers.scratch("scores", pairs),
    weights: buffers.scratch("weights", pairs),
    output: buffers.scratch("output", shape.heads * shape.queries * shape.value_dim),
  }));
}

function packRows({ relative_bias: relative }: CorePlan): Int32Array<ArrayBuffer> {
  if (!relative) return new Int32Array(0);
  if (relative.pair_rows) return new Int32Array(relative.pair_rows);
  return new Int32Array([...(relative.query_rows ?? []), ...(relative.key_rows ?? [])]);
}

/** One pass in a command buffer of its own: an error while encoding appears at finish(), inside this scope. */
function dispatch(run: Run, kernel: KernelName, groups: number, slots: readonly GPUBuffer[]): void {
  const { device, pipelines, errors } = run;
  errors.scope(kernel, () => {
    const layout = pipelines[kernel].getBindGroupLayout(0);
    const entries = slots.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const encoder = device.createCommandEncoder({ label: kernel });
    const pass = encoder.beginComputePass({ label: kernel });
    pass.setPipeline(pipelines[kernel]);
    pass.setBindGroup(0, device.createBindGroup({ label: kernel, layout, entries }));
    pass.dispatchWorkgroups(...spreadGroups(groups, device.limits.maxComputeWorkgroupsPerDimension));
    pass.end();
    run.commands.push(encoder.finish());
  });
}

async function readBack(run: Run, wanted: Map<OutputName, GPUBuffer>): Promise<Map<OutputName, Float32Array>> {
  const { device, buffers, errors, commands } = run;
  const total = [...wanted.values()].reduce((sum, buffer) => sum + buffer.size, 0);
  const staging = errors.scope("results", () => {
    const target = buffers.staging(total);
    const encoder = device.createCommandEncoder({ label: "results" });
    let offset = 0;
    for (const buffer of wanted.values()) {
      encoder.copyBufferToBuffer(buffer, 0, target, offset, buffer.size);
      offset += buffer.size;
    }
    commands.push(encoder.finish());
    device.queue.submit(commands);
    return target;
  });
  const mapped = staging.mapAsync(GPUMapMode.READ);
  mapped.catch(() => {}); // its failure follows from what check() reports, or is thrown below
  await errors.check();
  await mapped;
  const all = staging.getMappedRange();
  const results = new Map<OutputName, Float32Array>();
  let offset = 0;
  for (const [name, buffer] of wanted) {
    results.set(name, new Float32Array(all.slice(offset, offset + buffer.size)));
    offset += buffer.size;
  }
  staging.unmap();
  return results;
}

function toTensors(results: Map<OutputName, Float32Array>, plan: CorePlan): Results {
  const { heads, kv_heads, queries, keys, head_dim, value_dim } = plan.shape;
  const shapes: { [name in OutputName]?: number[] } = {
    scores: [heads, queries, keys],
    weights: [heads, queries, keys],
    output: [heads, queries, value_dim],
    rotated_query: [heads, queries, head_dim],
    rotated_key: [kv_heads, keys, head_dim],
  };
  const tensors: Results = {};
  for (const [name, padded] of results) {
    const shape = shapes[name] ?? [];
    // The smallest buffers are padded to 16 bytes.
    const data = padded.slice(
      0,
      shape.reduce((count, size) => count * size, 1),
    );
    if (name === "scores") hideScores(data, plan);
    tensors[name] = { shape, data };
  }
  return tensors;
}

function floats(tensor: Tensor): Float32Array<ArrayBuffer> {
  return tensor.data instanceof Float32Array
    ? (tensor.data as Float32Array<ArrayBuffer>)
    : new Float32Array(tensor.data);
}
