// The plain version on a device of its own: three passes, the scores in memory between them.
import { requestAdapter, requestDevice } from "../../../../web/src/engine/webgpu/device.ts";
import code from "./unfused.wgsl?raw";

const LANES = 64;
const KERNELS = ["scores", "softmax", "values"];
const { STORAGE, UNIFORM, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;

async function createPipelines(device, layout) {
  const module = device.createShaderModule({ code });
  const shared = device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const pipelines = KERNELS.map((entryPoint) =>
    device.createComputePipelineAsync({ label: entryPoint, layout: shared, compute: { module, entryPoint } }),
  );
  return Promise.all(pipelines);
}

function createLayout(device) {
  const types = ["uniform", "read-only-storage", "read-only-storage", "read-only-storage", "storage", "storage"];
  const visibility = GPUShaderStage.COMPUTE;
  return device.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility, buffer: { type } })),
  });
}

function createBuffers(device, { heads, tokens, headDim, mask }) {
  const create = (words, usage) => device.createBuffer({ size: words * 4, usage });
  const vectors = heads * tokens * headDim;
  const size = create(4, UNIFORM | COPY_DST);
  device.queue.writeBuffer(size, 0, Uint32Array.of(heads, tokens, headDim, mask === "causal" ? 1 : 0));
  return {
    size,
    query: create(vectors, STORAGE | COPY_DST),
    key: create(vectors, STORAGE | COPY_DST),
    value: create(vectors, STORAGE | COPY_DST),
    weights: create(heads * tokens * tokens, STORAGE),
    output: create(vectors, STORAGE | COPY_SRC),
    staging: create(vectors, MAP_READ | COPY_DST),
  };
}

export async function openUnfused() {
  const device = await requestDevice(await requestAdapter());
  const layout = createLayout(device);
  const pipelines = await createPipelines(device, layout);

  function compute({ heads, tokens, headDim }, bindings) {
    const columns = [tokens / LANES, 1, headDim / LANES];
    const encoder = device.createCommandEncoder();
    pipelines.forEach((pipeline, kernel) => {
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(Math.ceil(columns[kernel]), tokens, heads);
      pass.end();
    });
    device.queue.submit([encoder.finish()]);
  }

  async function readBack({ output, staging }) {
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(output, 0, staging, 0, output.size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const numbers = new Float32Array(staging.getMappedRange().slice(0));
    staging.unmap();
    return numbers;
  }

  return {
    adapterInfo: device.adapterInfo,
    attention(group, inputs) {
      const { staging, ...bound } = createBuffers(device, group);
      const entries = Object.values(bound).map((buffer, binding) => ({ binding, resource: { buffer } }));
      const bindings = device.createBindGroup({ layout, entries });
      return {
        run() {
          for (const [name, numbers] of Object.entries(inputs)) device.queue.writeBuffer(bound[name], 0, numbers);
          compute(group, bindings);
          return { read: () => readBack({ output: bound.output, staging }) };
        },
        free() {
          for (const buffer of [staging, ...Object.values(bound)]) buffer.destroy();
        },
      };
    },
  };
}
