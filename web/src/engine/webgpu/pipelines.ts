/** The kernels, each compiled when it is first needed and kept; WGSL has no include, so texts are put together here. */
import { watchErrors } from "./errors.ts";
import type { WorkgroupShape } from "./layout.ts";
import attend from "./shaders/attend.wgsl?raw";
import combine from "./shaders/combine.wgsl?raw";
import exchange from "./shaders/exchange.wgsl?raw";
import exchangeSubgroups from "./shaders/exchange-subgroups.wgsl?raw";
import prepare from "./shaders/prepare.wgsl?raw";
import problem from "./shaders/problem.wgsl?raw";
import visibility from "./shaders/visibility.wgsl?raw";
import weights from "./shaders/weights.wgsl?raw";

export const shaderSources = { attend, combine, exchange, exchangeSubgroups, prepare, problem, visibility, weights };

export type KernelName = "prepare" | "attend" | "combine" | "weights";

/** How q, k, v and tables of vectors are stored; sums are float32 always. */
export type Precision = "f32" | "f16";
export type Subgroups = "off" | "on";

export interface Variant {
  readonly precision: Precision;
  readonly subgroups: Subgroups;
  readonly shape: WorkgroupShape;
  /** "plain": products, scale and masks alone; compiled in 0.6 of the time. */
  readonly terms: "plain" | "all";
}

/** The text of a kernel; prepare depends on the precision only, combine and weights on nothing. */
export function shaderText(kernel: KernelName, { precision, subgroups, shape, terms }: Variant): string {
  const head = [
    ...(precision === "f16" ? ["enable f16;"] : []),
    ...(kernel === "attend" && subgroups === "on" ? ["enable subgroups;"] : []),
    `alias number = ${precision};`,
  ];
  switch (kernel) {
    case "prepare":
      return [...head, prepare].join("\n");
    case "attend":
      return [
        ...head,
        "alias block = mat4x4<number>;",
        `const lanes = ${shape.lanes}u;`,
        `const row_groups = ${shape.rowGroups}u;`,
        `const has_terms = ${terms === "all"};`,
        problem,
        visibility,
        attend,
        subgroups === "on" ? exchangeSubgroups : exchange,
      ].join("\n");
    case "combine":
      return problem + combine;
    case "weights":
      return problem + visibility + weights;
  }
}

export interface Pipelines {
  get(kernel: KernelName, variant: Variant): Promise<GPUComputePipeline>;
}

export function createPipelines(device: GPUDevice): Pipelines {
  const made = new Map<string, Promise<GPUComputePipeline>>();
  return {
    get(kernel, variant) {
      const code = shaderText(kernel, variant);
      const found = made.get(code) ?? compile(device, kernel, code);
      made.set(code, found);
      return found;
    },
  };
}

async function compile(device: GPUDevice, label: string, code: string): Promise<GPUComputePipeline> {
  const errors = watchErrors(device);
  const made = errors.scope(label, () => {
    const module = device.createShaderModule({ label, code });
    return device.createComputePipelineAsync({ label, layout: "auto", compute: { module, entryPoint: "main" } });
  });
  made.catch(() => {}); // the scopes name the line of a shader error, the rejection of the pipeline only follows from it
  await errors.check();
  return made;
}
