import { describe, expect, test } from "vitest";
import type { CorePlan } from "../../../web/src/engine/wasm/core-module.ts";
import {
  byteOffset,
  keysOfTile,
  packStruct,
  rowsOfWorkgroup,
  shapeFor,
  spreadGroups,
  structLayouts,
  workgroupSize,
} from "../../../web/src/engine/webgpu/layout.ts";
import { bindingBytes, cutPlan, type Part, sizesOf } from "../../../web/src/engine/webgpu/parts.ts";
import { shaderSources, shaderText } from "../../../web/src/engine/webgpu/pipelines.ts";
import { nextSize } from "../../../web/src/engine/webgpu/submissions.ts";
import { indexTables } from "../../../web/src/engine/webgpu/tables.ts";
import { hideScores, keyRanges } from "../../../web/src/engine/webgpu/visibility.ts";

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
      expect(found).toHaveLength(1);
      for (const fields of found) {
        expect(fields).toEqual(layout.fields);
        expect(Object.keys(fields)).toEqual(Object.keys(layout.fields));
      }
    },
  );

  test("uniform variables are of these structs, workgroups of the size of the code", () => {
    for (const [name, source] of sources) {
      for (const [, type] of source.matchAll(/var<uniform> \w+: (\w+)/g))
        expect(structLayouts.map((layout) => layout.name)).toContain(type);
      const sizes = [...source.matchAll(/@workgroup_size\((\w+)\)/g)].map(([, size]) => size);
      if (sizes.length > 0) expect(sizes).toEqual([name === "attend" ? "invocations" : `${workgroupSize}`]);
    }
  });

  test.each(sources)("%s names no method and tests no infinity", (_, source) => {
    const code = source.replace(/\/\/.*$/gm, "");
    expect(code).not.toMatch(/sinusoidal|alibi|rotary|rope|t5|shaw|deberta|cope|transformer|causal/i);
    expect(code).not.toMatch(/isNan|isInf|0x7f8|\binf\b|\bf16\b/i);
  });

  test("options stand at the head of the text", () => {
    const shape = shapeFor(64);
    const half = shaderText("attend", { precision: "f16", subgroups: "on", shape, terms: "all" });
    expect(half.split("\n").slice(0, 6)).toEqual([
      "enable f16;",
      "enable subgroups;",
      "alias number = f16;",
      "alias block = mat4x4<number>;",
      "const lanes = 16u;",
      "const row_groups = 2u;",
    ]);
    expect(half).toContain("subgroupShuffleXor");
    const plain = shaderText("attend", { precision: "f32", subgroups: "off", shape, terms: "plain" });
    expect(plain).not.toMatch(/enable|subgroupShuffleXor/);
    expect(plain).toContain("const has_terms = false;");
  });

  test("every workgroup stays within the default limits", () => {
    for (const channels of [1, 64, 65, 128, 129, 256]) {
      const shape = shapeFor(channels);
      const invocations = shape.lanes * shape.rowGroups;
      const tile = 2 * shape.rowGroups * (shape.lanes + 1) * 64;
      expect(4 * shape.lanes).toBeGreaterThanOrEqual(channels);
      expect(invocations).toBeLessThanOrEqual(256);
      // Each row of the tile has its share of invocations, and each of those eight blocks of keys.
      expect((invocations / rowsOfWorkgroup(shape)) * 8 * 4).toBe(keysOfTile(shape));
      expect(tile + 4 * invocations + 4 * rowsOfWorkgroup(shape)).toBeLessThanOrEqual(16384);
    }
    expect(() => shapeFor(257)).toThrow("channels: expected at most 256, got 257");
  });

  test("values land in their words", () => {
    const layout = { name: "S", fields: { a: "u32", b: "f32", c: "u32", d: "u32", e: "f32" } } as const;
    const words = packStruct(layout, { a: 7, b: 1.5, c: 4294967295, d: 0, e: -2 });
    expect([...words]).toEqual([7, 0x3fc00000, 0xffffffff, 0, 0xc0000000, 0, 0, 0]);
    expect(byteOffset(layout, "d")).toBe(12);
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

const planOf = (shape: CorePlan["shape"], more: Partial<CorePlan> = {}): CorePlan =>
  ({ shape, visibility: {}, scale: 1, softcap: 0, ...more }) as CorePlan;

describe("visibility", () => {
  const shape = { heads: 2, kv_heads: 1, queries: 2, keys: 35, head_dim: 1, value_dim: 1 };
  const words = new Uint32Array([0x80000001, 0b100, 0, 0]);
  const visibility = { begin: Int32Array.of(0, 0), end: Int32Array.of(35, 35), words, words_per_row: 2 };
  const plan = planOf(shape, { visibility });

  test("hidden scores become -Infinity, the others stay", async () => {
    const scores = new Float32Array(2 * 2 * 35).fill(1);
    await hideScores(scores, plan);
    const seen = [...scores.keys()].filter((at) => scores[at] === 1);
    expect(seen).toEqual([0, 31, 34, 70, 101, 104]);
    expect(scores[1]).toBe(Number.NEGATIVE_INFINITY);
  });

  test("a workgroup walks over the keys that any of its rows sees", () => {
    const begin = Int32Array.of(0, 0, 0, 5, 9, 0);
    const end = Int32Array.of(1, 2, 0, 7, 9, 8);
    const six = planOf({ ...shape, queries: 6, keys: 9 }, { visibility: { begin, end } });
    // Three rows, two of which belong to one query.
    expect([...keyRanges(six, [0, 6], { group: 2, rows: 3 })]).toEqual([0, 2, 0, 2, 5, 7, 0, 8]);
    expect([...keyRanges(six, [2, 3], { group: 1, rows: 16 })]).toEqual([0, 0]);
  });

  test("tables of a part hold its queries alone", () => {
    const relative_rows = { query_rows: Int32Array.of(7, 8), key_rows: new Int32Array(35) };
    const relative_keys = { table: { shape: [1, 1, 1], data: Float32Array.of(1) }, row_of: Int32Array.of(0, -1) };
    const part: Part = { kvHeads: [0, 1], queries: [1, 2] };
    const { pieces, ...at } = indexTables({ ...plan, relative_rows, relative_keys }, part, shapeFor(64));
    const expected = [0, 35, 0, 35, 0, 0, 8, ...new Array(35).fill(0), 0, -1];
    expect(pieces.flatMap((piece) => [...piece])).toEqual(expected);
    expect(at).toMatchObject({ ranges_at: 2, words_at: 4, rows_at: 6, key_row_of_at: 42, value_row_of_at: 44 });
  });
});

describe("parts", () => {
  const workgroup = shapeFor(64);
  const options = { workgroup, precision: "f32", splits: 1, scores: false } as const;
  const shape = { heads: 8, kv_heads: 4, queries: 1000, keys: 1000, head_dim: 64, value_dim: 64 };

  test("a problem that fits is one part, whole tiles and workgroups of it", () => {
    const parts = cutPlan(planOf(shape), options, 2 ** 27);
    expect(parts).toEqual([{ kvHeads: [0, 4], queries: [0, 1000] }]);
    expect(sizesOf(planOf(shape), parts[0] as Part, workgroup)).toEqual({
      ...{ heads: 8, kvHeads: 4, group: 2, queries: 1000 },
      ...{ channelBlocks: 16, valueBlocks: 16, keyBlocks: 256, rowBlocks: 500, workgroups: 125 },
    });
  });

  test.each([
    ["heads", 2 ** 20, false],
    ["heads and queries", 2 ** 18 + 2 ** 15, true],
  ] as const)("too large a binding cuts %s, and every part fits", (_, limit, cutsQueries) => {
    const parts = cutPlan(planOf(shape), options, limit);
    const covered = parts.reduce((sum, { kvHeads: h, queries: q }) => sum + (h[1] - h[0]) * (q[1] - q[0]), 0);
    expect(covered).toBe(4000);
    expect(parts.some(({ queries }) => queries[1] - queries[0] < 1000)).toBe(cutsQueries);
    for (const part of parts)
      for (const bytes of Object.values(bindingBytes(planOf(shape), part, options)))
        expect(bytes).toBeLessThanOrEqual(limit);
  });

  test("what one query of one head needs is refused with label, bytes and limit", () => {
    expect(() => cutPlan(planOf(shape), options, 2 ** 16)).toThrow(
      "raw key: needs 256000 bytes on the GPU, the limit of this WebGPU device is 65536 bytes",
    );
  });
});

describe("submissions", () => {
  test("grow towards 30 ms, less what any submission waits", () => {
    const latency = { ms: Number.POSITIVE_INFINITY };
    expect(nextSize(10, 2, latency)).toBe(40);
    expect(nextSize(40, 17, latency)).toBe(80);
    expect(nextSize(80, 32, latency)).toBe(80);
    expect(nextSize(80, 1000, latency)).toBe(20);
    expect(nextSize(1, 1000, latency)).toBe(1);
    // A browser that answers every 100 ms.
    expect(nextSize(10, 100, { ms: 100 })).toBeGreaterThan(10);
  });
});
