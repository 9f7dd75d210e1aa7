/**
 * The uniform structs of the shaders, declared once. Scalars of four bytes only, so field n lies at byte 4 n in
 * WGSL as here; a test compares names, types and order with the WGSL text.
 */
export type ScalarType = "u32" | "f32";

export interface StructLayout<Field extends string = string> {
  readonly name: string;
  readonly fields: Readonly<Record<Field, ScalarType>>;
}

export const rotateStruct = {
  name: "Rotate",
  fields: { rows: "u32", tokens: "u32", head_dim: "u32", pairs: "u32", interleaved: "u32" },
} as const satisfies StructLayout;

export const attendStruct = {
  name: "Attend",
  fields: {
    heads: "u32",
    /** heads / kv_heads */
    group: "u32",
    queries: "u32",
    keys: "u32",
    head_dim: "u32",
    value_dim: "u32",
    /** Row length of the relative table; 0: no bias. */
    bias_rows: "u32",
    /** 1: the row of a pair is stored per pair; 0: it is a difference. */
    bias_by_pair: "u32",
    /** 0: the interval says it all. */
    words_per_row: "u32",
    scale: "f32",
    softcap: "f32",
  },
} as const satisfies StructLayout;

export const structLayouts: readonly StructLayout[] = [rotateStruct, attendStruct];

/** The bytes of one struct, padded to the 16 that uniform buffers are rounded up to. */
export function packStruct<Field extends string>(
  layout: StructLayout<Field>,
  values: Readonly<Record<Field, number>>,
): Uint32Array<ArrayBuffer> {
  const names = Object.keys(layout.fields) as Field[];
  const words = new Uint32Array(Math.ceil(names.length / 4) * 4);
  const floats = new Float32Array(words.buffer);
  names.forEach((name, i) => {
    if (layout.fields[name] === "f32") floats[i] = values[name];
    else words[i] = values[name];
  });
  return words;
}

/** Invocations per workgroup of every kernel; the literal in the WGSL is compared with it by a test. */
export const workgroupSize = 64;

/**
 * Workgroups on two axes, because one axis ends at 65535: index = x + y * (number on x). The last row of groups may
 * be partly idle, so kernels check their index.
 */
export function spreadGroups(groups: number, maxPerAxis: number): [x: number, y: number] {
  const y = Math.ceil(groups / maxPerAxis);
  return [Math.ceil(groups / y), y];
}
