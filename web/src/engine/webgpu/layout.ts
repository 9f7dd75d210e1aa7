/**
 * What TypeScript and the shaders must agree on: the uniform structs, the shape of a workgroup, the sizes in blocks.
 * Structs hold scalars of four bytes only, so field n lies at byte 4 n in WGSL as here; a test compares names, types and
 * order with the WGSL text.
 */
export type ScalarType = "u32" | "f32";

export interface StructLayout<Field extends string = string> {
  readonly name: string;
  readonly fields: Readonly<Record<Field, ScalarType>>;
}

/** The numbers of a struct. */
export type FieldsOf<Layout extends StructLayout> = Record<keyof Layout["fields"], number>;

export const prepareStruct = {
  name: "Prepare",
  fields: {
    heads: "u32",
    tokens: "u32",
    width: "u32",
    group: "u32",
    outer: "u32",
    inner: "u32",
    by_channel: "u32",
    quad_step: "u32",
    single_step: "u32",
    inner_step: "u32",
    head_step: "u32",
    start: "u32",
    pairs: "u32",
    interleaved: "u32",
    scaled: "u32",
    biased: "u32",
  },
} as const satisfies StructLayout;

export const attendStruct = {
  name: "Attend",
  fields: {
    heads: "u32",
    /** Heads that share a kv head. */
    group: "u32",
    queries: "u32",
    keys: "u32",
    value_dim: "u32",
    /** Blocks of four channels of q and k; of v. */
    channel_blocks: "u32",
    value_blocks: "u32",
    /** Blocks of four keys, whole tiles of them. */
    key_blocks: "u32",
    /** Blocks of four rows to a kv head, whole workgroups of them. */
    row_blocks: "u32",
    /** Of this dispatch; they are counted kv head, rows, split. */
    first_workgroup: "u32",
    /** Of all dispatches. */
    workgroups: "u32",
    workgroups_per_head: "u32",
    /** Workgroups among which the keys of a row are shared. */
    splits: "u32",
    /** 0: the interval says it all. */
    words_per_row: "u32",
    /** 1: the row of a pair is stored per pair; 0: it is a difference. */
    rows_by_pair: "u32",
    /** Row length of the relative bias; of this and the following tables 0 means that there is none. */
    bias_rows: "u32",
    /** Vectors in a table; from one head to the next, 0 where all share one. */
    key_vectors: "u32",
    key_vectors_per_head: "u32",
    query_vectors: "u32",
    query_vectors_per_head: "u32",
    value_vectors: "u32",
    value_vectors_per_head: "u32",
    gate_vectors: "u32",
    /** Where the second copy of the queries starts, in blocks; where tables start in `vectors`, in vec4s. */
    position_queries_at: "u32",
    query_vectors_at: "u32",
    value_vectors_at: "u32",
    gate_vectors_at: "u32",
    /** Where tables start in `indices`. */
    ranges_at: "u32",
    words_at: "u32",
    rows_at: "u32",
    key_row_of_at: "u32",
    query_row_of_at: "u32",
    value_row_of_at: "u32",
    /** In floats of the output. */
    statistics_at: "u32",
    writes_scores: "u32",
    scale: "f32",
    softcap: "f32",
    gate_factor: "f32",
  },
} as const satisfies StructLayout;

export const structLayouts: readonly StructLayout[] = [prepareStruct, attendStruct];

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

/** Where a field lies. */
export function byteOffset<Field extends string>(layout: StructLayout<Field>, field: Field): number {
  return 4 * Object.keys(layout.fields).indexOf(field);
}

/**
 * A workgroup of the main kernel: `lanes` invocations side by side, four keys and four channels each, times
 * `rowGroups`, eight rows each. So lanes * 4 channels are the most that fit; memory for 8 rowGroups * 4 (lanes + 1)
 * scores stays below 9 KiB of the 16 KiB that every device has.
 */
export interface WorkgroupShape {
  readonly lanes: number;
  readonly rowGroups: number;
}

const workgroupShapes: readonly WorkgroupShape[] = [
  { lanes: 16, rowGroups: 2 },
  { lanes: 32, rowGroups: 2 },
  { lanes: 64, rowGroups: 1 },
];

export const mostChannels = 256;

/** The smallest shape that holds so many channels, at most `mostChannels`. */
export function shapeFor(channels: number): WorkgroupShape {
  const shape = workgroupShapes.find(({ lanes }) => 4 * lanes >= channels);
  if (!shape) throw new RangeError(`channels: expected at most ${mostChannels}, got ${channels}`);
  return shape;
}

export const keysOfTile = ({ lanes }: WorkgroupShape) => 4 * lanes;
export const rowsOfWorkgroup = ({ rowGroups }: WorkgroupShape) => 8 * rowGroups;
/** Invocations that exchange the maximum of a row. */
export const sharersOfRow = ({ lanes }: WorkgroupShape) => lanes / 8;

/** Invocations per workgroup of the other kernels; the literal in the WGSL is compared with it by a test. */
export const workgroupSize = 64;

/**
 * Workgroups on two axes, because one axis ends at 65535: index = x + y * (number on x). The last row of groups may
 * be partly idle, so kernels check their index.
 */
export function spreadGroups(groups: number, maxPerAxis: number): [x: number, y: number] {
  const y = Math.ceil(groups / maxPerAxis);
  return [Math.ceil(groups / y), y];
}
