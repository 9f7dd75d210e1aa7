/** The four kernels, compiled once per device. */
import { watchErrors } from "./errors.ts";
import attend from "./shaders/attend.wgsl?raw";
import rotate from "./shaders/rotate.wgsl?raw";
import scores from "./shaders/scores.wgsl?raw";
import softmax from "./shaders/softmax.wgsl?raw";
import values from "./shaders/values.wgsl?raw";

/** WGSL has no include: the shared part is put in front. */
export const shaderSources = {
  rotate,
  scores: attend + scores,
  softmax: attend + softmax,
  values: attend + values,
};

export type KernelName = keyof typeof shaderSources;
export type Pipelines = Record<KernelName, GPUComputePipeline>;

export async function createPipelines(device: GPUDevice): Promise<Pipelines> {
  const errors = watchErrors(device);
  const names = Object.keys(shaderSources) as KernelName[];
  const made = names.map((label) =>
    errors.scope(label, () => {
      const module = device.createShaderModule({ label, code: shaderSources[label] });
      return device.createComputePipelineAsync({ label, layout: "auto", compute: { module, entryPoint: "main" } });
    }),
  );
  // The scopes name the line of a shader error, the rejection of the pipeline only follows from it.
  const settled = Promise.allSettled(made);
  await errors.check();
  for (const result of await settled) if (result.status === "rejected") throw result.reason;
  const pipelines = await Promise.all(made);
  return Object.fromEntries(names.map((name, i) => [name, pipelines[i]])) as Pipelines;
}
