import { describe, expect, test } from "vitest";
import type { CorePlan } from "../../../web/src/engine/wasm/core-module.ts";
import { packStruct, spreadGroups, structLayouts, workgroupSize } from "../../../web/src/engine/webgpu/layout.ts";
import { shaderSources } from "../../../web/src/engine/webgpu/pipelines.ts";
import { hideScores, packVisibility } from "../../../web/src/engine/webgpu/visibility.ts";

const sources = Object.entries(shaderSources);

/** The fields of a WGSL struct in order. */
function fieldsOf(source: string, name: string): Record<string, string> | null {
  const body = new RegExp(`struct ${name} \\{([^}]*)\\}`).exec(source)?.[1];
  if (body === undefined) return null;
  return Object.fromEntries([...body.matchAll(/(\w+): (\w+)/g)].map(([, field, type]) => [field, type]));
}

describe("layout", () => {
  test.each(structLayouts.map((layout) => [layout.name, layout] as const))(
    "%s is the struct of the WGSL",
    (name, layout) => {
      const found = sources.map(([, source]) => fieldsOf(source, name)).filter((fields) => fields !== null);
      expect(found.length).toBeGreaterThan(0);
      for (const fields of found) {
        expect(fields).toEqual(layout.fields);
        expect(Object.keys(fields)).toEqual(Object.keys(layout.fields));
      }
    },
  );

  test.each(sources)("%s declares no struct besides, and the workgroup size of the code", (_, source) => {
    const structs = [...source.matchAll(/struct (\w+)/g)].map(([, name]) => name);
    expect(structLayouts.map(({ name }) => name)).toEqual(expect.arrayContaining(structs));
    expect([...source.matchAll(/@workgroup_size\((\d+)\)/g)].map(([, size]) => Number(size))).toEqual([workgroupSize]);
  });

  test.each(sources)("%s names no method and tests no infinity", (_, source) => {
    const code = source.replace(/\/\/.*$/gm, "");
    expect(code).not.toMatch(/sinusoidal|alibi|rotary|rope|t5|shaw|causal/i);
    expect(code).not.toMatch(/isNan|isInf|0x7f8|\binf\b|\bf16\b/i);
  });

  test("values land in their words", () => {
    const layout = { name: "S", fields: { a: "u32", b: "f32", c: "u32", d: "u32", e: "f32" } } as const;
    const words = packStruct(layout, { a: 7, b: 1.5, c: 4294967295, d: 0, e: -2 });
    expect([...words]).toEqual([7, 0x3fc00000, 0xffffffff, 0, 0xc0000000, 0, 0, 0]);
  });

  test("workgroups are spread over two axes without a gap", () => {
    for (const groups of [1, 2, 65535, 65536, 131070, 131071, 1e6, 1e7 + 1]) {
      const [x, y] = spreadGroups(groups, 65535);
      expect(x).toBeLessThanOrEqual(65535);
      expect(x * y).toBeGreaterThanOrEqual(groups);
      expect(x * (y - 1)).toBeLessThan(groups);
    }
  });
});

describe("visibility", () => {
  const shape = { heads: 2, kv_heads: 1, queries: 2, keys: 35, head_dim: 1, value_dim: 1 };
  const words = new Uint32Array([0x80000001, 0b100, 0, 0]);
  const plan = {
    shape,
    visibility: { begin: Int32Array.of(0, 0), end: Int32Array.of(35, 35), words, words_per_row: 2 },
  };

  test("is packed as the shaders read it", () => {
    expect([...packVisibility(plan as unknown as CorePlan)]).toEqual([0, 0, 35, 35, ...words]);
    expect([...packVisibility({ shape, visibility: {} } as unknown as CorePlan)]).toEqual([0, 0, 35, 35]);
  });

  test("hidden scores become -Infinity, the others stay", () => {
    const scores = new Float32Array(2 * 2 * 35).fill(1);
    hideScores(scores, plan as unknown as CorePlan);
    const seen = [...scores.keys()].filter((at) => scores[at] === 1);
    expect(seen).toEqual([0, 31, 34, 70, 101, 104]);
    expect(scores[1]).toBe(Number.NEGATIVE_INFINITY);
  });
});
