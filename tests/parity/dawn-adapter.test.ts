/**
 * The case list on a Vulkan adapter under Node, in Dawn: float16 and subgroups, which the adapter of the browser tests
 * has not. Needs the npm package `webgpu` in build/dawn and a Vulkan driver, Mesa's in software for one (Debian 13:
 * mesa-vulkan-drivers; older ones are refused by Dawn).
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { createPosenc, defaultOutputs } from "../../web/src/engine/posenc.ts";
import { toCoreProblem } from "../../web/src/engine/problem-json.ts";
import { createCoreClient } from "../../web/src/engine/wasm/client.ts";
import { coreEngine } from "../../web/src/engine/wasm/engine.ts";
import { requestDevice } from "../../web/src/engine/webgpu/device.ts";
import { createGpuEngine, type GpuEngineOptions } from "../../web/src/engine/webgpu/engine.ts";
import { selfTest } from "../../web/src/engine/webgpu/self-test.ts";
import { parityCases } from "./cases.ts";
import { failuresOf, type ParityEngine, runParity, summaryOf } from "./run-parity.ts";

type Options = Required<Pick<GpuEngineOptions, "precision" | "subgroups">>;

const manifest = fileURLToPath(new URL("../../build/dawn/package.json", import.meta.url));

/** Kept for as long as the module: Dawn's devices do not survive it. */
const gpu = await openDawn();

async function openDawn(): Promise<GPU | null> {
  if (!existsSync(manifest.replace("package.json", "node_modules/webgpu"))) return null;
  const { create, globals } = await import(pathToFileURL(createRequire(manifest).resolve("webgpu")).href);
  Object.assign(globalThis, globals);
  return create([]);
}

/** An adapter gives one device. */
const findAdapter = async (): Promise<GPUAdapter | null> => (await gpu?.requestAdapter()) ?? null;

const adapter = await findAdapter();
const variants: readonly Options[] = [
  { precision: "f32", subgroups: "off" },
  { precision: "f32", subgroups: "on" },
  { precision: "f16", subgroups: "off" },
  { precision: "f16", subgroups: "on" },
];
const needs = ({ precision, subgroups }: Options): readonly GPUFeatureName[] => [
  ...(precision === "f16" ? (["shader-f16"] as const) : []),
  ...(subgroups === "on" ? (["subgroups"] as const) : []),
];
const isOffered = (options: Options): boolean => needs(options).every((feature) => adapter?.features.has(feature));

describe.skipIf(!adapter)("webgpu in Dawn under Node", () => {
  const client = createCoreClient();
  const reference = createPosenc({ engine: "reference" });
  afterAll(async () => {
    client.close();
    (await reference).close();
  });

  test.for(variants)(
    "agrees with the reference: $precision, subgroups $subgroups",
    { timeout: 600_000 },
    async (options, { skip }) => {
      skip(!isOffered(options), "this adapter is without");
      const device = await requestDevice((await findAdapter()) as GPUAdapter);
      const engine = await createGpuEngine({ ...options, device, owned: true, client });
      expect(await selfTest(engine, coreEngine(client, "wasm"), options.precision)).toBeNull();
      const parity: ParityEngine = {
        precision: options.precision,
        async attention(problem, { outputs = defaultOutputs } = {}) {
          const result = await engine.attention(toCoreProblem(problem), { outputs, permuted: false });
          return { engine: "webgpu", ...result };
        },
      };
      const [comparisons = []] = await runParity([parity], await reference, parityCases());
      const { architecture, description } = device.adapterInfo;
      console.log(
        `${options.precision}, subgroups ${options.subgroups}, ${architecture} ${description}\n${summaryOf(comparisons)}`,
      );
      engine.close();
      expect(failuresOf(comparisons)).toEqual([]);
    },
  );
});

if (!adapter) console.log("SKIPPED: parity in Dawn under Node; it needs `webgpu` in build/dawn and a Vulkan driver");
