/** The scaling and the angle precision of a rotary method from outside. The core checks what goes together. */
import type { AnglePrecision, RopeScaling, ScalingKind } from "../engine/problem.ts";
import { excerpt, fail } from "./issue.ts";
import { boolean, type Fields, known, list, number, numbers, object, oneOf } from "./read-values.ts";

type Read = (value: unknown, field: string) => unknown;

const real =
  (low: number, high: number): Read =>
  (value, field) =>
    number(value, field, [low, high]);
const choice =
  (...allowed: readonly string[]): Read =>
  (value, field) =>
    oneOf(value, field, allowed);
const factors: Read = (value, field) => numbers(value, field, list(value, field).length);

const factor = real(1e-6, 1e6);
const length = real(1, 1e12);
const amplitude = real(0, 1e3);
const turns = real(1e-6, 1e9);

const SCALING_FIELDS: { readonly [kind in ScalingKind]: Readonly<Record<string, Read>> } = {
  none: {},
  linear: { factor },
  ntk: { alpha: factor },
  ntk_per_pair: { factor, mixed_b: real(1e-6, 100) },
  dynamic_ntk: {
    factor,
    max_position_embeddings: length,
    state: choice("recomputed", "sticky", "static"),
    longest_seen: real(0, 1e12),
  },
  qwen_ntk: { original_max_position_embeddings: length },
  ntk_by_parts: { factor, original_max_position_embeddings: length, dynamic: boolean },
  yarn: {
    factor,
    original_max_position_embeddings: length,
    beta_fast: turns,
    beta_slow: turns,
    truncate: boolean,
    ramp_limit: choice("channels", "pairs"),
    ramp: choice("upright", "inverted"),
    attention_factor: amplitude,
    mscale: amplitude,
    mscale_all_dim: amplitude,
    magnitude: choice("both", "ratio", "unclamped"),
    softmax_mscale: amplitude,
    dynamic: boolean,
    max_position_embeddings: length,
  },
  llama3: { factor, low_freq_factor: turns, high_freq_factor: turns, original_max_position_embeddings: length },
  longrope: {
    short_factor: factors,
    long_factor: factors,
    original_max_position_embeddings: length,
    factor,
    max_position_embeddings: length,
    switch: choice("length", "limit"),
    magnitude: choice("longrope", "yarn"),
    attention_factor: amplitude,
    short_mscale: amplitude,
    long_mscale: amplitude,
  },
};

const KINDS = Object.keys(SCALING_FIELDS) as ScalingKind[];

export function readScaling(value: unknown, name: string): RopeScaling {
  const fields = object(value, name);
  const kind = KINDS.find((one) => one === fields.kind);
  if (!kind) {
    return fail("kind_unknown", { field: `${name}.kind`, known: KINDS.join(", "), value: excerpt(fields.kind) });
  }
  return readFields(fields, name, { kind: () => kind, ...SCALING_FIELDS[kind] }) as unknown as RopeScaling;
}

const format = choice("double", "float32", "bfloat16", "float16");
const PRECISION_FIELDS: { readonly [stage in keyof Required<AnglePrecision>]: Read } = {
  inv_freq: format,
  position: format,
  angle: format,
  table: format,
  series: choice("powers", "running"),
};

export const readAnglePrecision = (value: unknown, name: string): AnglePrecision =>
  readFields(object(value, name), name, PRECISION_FIELDS);

function readFields(fields: Fields, name: string, allowed: Readonly<Record<string, Read>>): Fields {
  known(fields, `${name}.`, Object.keys(allowed));
  const result: Fields = {};
  for (const [key, read] of Object.entries(allowed)) {
    if (Object.hasOwn(fields, key)) result[key] = read(fields[key], `${name}.${key}`);
  }
  return result;
}
