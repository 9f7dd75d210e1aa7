/**
 * Every shader is valid in Dawn under Node, float16 and subgroups too, which no adapter of the browser tests has all
 * of. It needs the npm package `webgpu` in build/dawn:
 *   npm install --prefix build/dawn webgpu@0.6.2
 * Dawn's null backend is used: it checks whatever a driver would be given, and needs none.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shapeFor } from "../../web/src/engine/webgpu/layout.ts";
import { type KernelName, shaderText, type Variant } from "../../web/src/engine/webgpu/pipelines.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const folder = path("../../build/dawn");
const isInstalled = existsSync(`${folder}/node_modules/webgpu`);

/** The shaders of these variants by a name for each; texts that are the same stand once. */
function textsOf(variants: readonly Variant[]): Record<string, string> {
  const kernels: readonly KernelName[] = ["prepare", "attend", "combine", "weights"];
  const texts = new Map<string, string>();
  for (const variant of variants)
    for (const kernel of kernels) {
      const { precision, subgroups, terms, shape } = variant;
      texts.set(
        shaderText(kernel, variant),
        `${kernel} ${precision}, subgroups ${subgroups}, ${terms}, ${shape.lanes} lanes`,
      );
    }
  return Object.fromEntries([...texts].map(([text, name]) => [name, text]));
}

const options = [64, 128, 256].flatMap((channels) =>
  (["plain", "all"] as const).flatMap((terms) =>
    (["f32", "f16"] as const).flatMap((precision) =>
      (["off", "on"] as const).map(
        (subgroups): Variant => ({ precision, subgroups, terms, shape: shapeFor(channels) }),
      ),
    ),
  ),
);

interface Compiled {
  refused: Record<string, string>;
  without: Record<string, string>;
}

function compile(texts: Record<string, string>): Compiled {
  const { stdout, stderr } = spawnSync(process.execPath, [path("dawn-compile.mjs"), folder], {
    ...{ input: JSON.stringify(texts), encoding: "utf8", timeout: 15_000 },
  });
  if (stdout === "") throw new Error(`Dawn ended without an answer: ${stderr}`);
  return JSON.parse(stdout);
}

test.skipIf(!isInstalled)("every shader is valid in Dawn, with float16 and subgroups", () => {
  const texts = textsOf(options);
  expect(Object.keys(texts).length).toBeGreaterThan(24);
  expect(compile(texts)).toEqual({ refused: {}, without: {} });
  const broken = compile({ broken: `${Object.values(texts)[0]} nonsense` });
  expect(broken.refused.broken).toContain("unexpected token");
});

if (!isInstalled) console.log("SKIPPED: Dawn under Node; npm install --prefix build/dawn webgpu@0.6.2 brings it");
