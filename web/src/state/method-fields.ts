/**
 * The fields of every method: how each is read from outside and what the core takes when it is left out. From the one
 * table come the reader of links, the shortest JSON, and the list of fields that only a link can set.
 */
import type { Method, MethodKind } from "../engine/problem.ts";
import { excerpt, fail } from "./issue.ts";
import { readAnglePrecision, readScaling } from "./read-scaling.ts";
import { boolean, type Fields, integer, known, list, matrix, number, numbers, object, oneOf } from "./read-values.ts";

/** What lengths of lists follow from. */
export interface Sizes {
  tokens: number;
  heads: number;
  headDim: number;
}

interface Field {
  read(value: unknown, field: string, sizes: Sizes): unknown;
  /** Left out of the JSON where equal. */
  standard?: unknown;
}

const real = (standard: number | undefined, range: readonly [number, number] = [-1e9, 1e9]): Field => ({
  read: (value, field) => number(value, field, range),
  standard,
});
const whole = (standard: number | undefined, range: readonly [number, number]): Field => ({
  read: (value, field) => integer(value, field, range),
  standard,
});
const choice = (...allowed: readonly string[]): Field => ({
  read: (value, field) => oneOf(value, field, allowed),
  standard: allowed[0],
});
const flag = (standard: boolean): Field => ({ read: boolean, standard });
const perHead: Field = { read: (value, field, { heads }) => numbers(value, field, heads) };
const anyNumbers: Field = { read: (value, field) => numbers(value, field, list(value, field).length) };
const table: Field = { read: matrix };
const tableOrNull: Field = { read: (value, field) => (value === null ? null : matrix(value, field)) };
const seed = whole(0, [0, 2_147_483_647]);

export const METHOD_FIELDS: { readonly [kind in MethodKind]: Readonly<Record<string, Field>> } = {
  none: {},
  sinusoidal: {
    base: real(10_000, [1e-9, 1e30]),
    table: choice("paper", "concatenated", "tensor2tensor", "fairseq"),
    offset: real(0),
  },
  learned: {
    table,
    rows: whole(512, [1, 65_536]),
    offset: whole(0, [-65_536, 65_536]),
    segments: {
      read: (value, field, { tokens }) =>
        numbers(value, field, tokens).map((segment, t) => integer(segment, `${field}[${t}]`, [0, 64])),
    },
    segment_table: table,
    extension: choice("none", "interpolate", "hierarchical"),
    alpha: real(0.4, [0, 0.999]),
    seed,
  },
  shaw: {
    max_relative_position: whole(16, [1, 4096]),
    keys: tableOrNull,
    values: tableOrNull,
    beyond: choice("clip", "zero"),
    seed,
  },
  transformer_xl: { u: table, v: table, projection: table, clamp_len: whole(0, [0, 65_536]), seed },
  t5_bias: {
    relative_attention_num_buckets: whole(32, [2, 4096]),
    relative_attention_max_distance: whole(128, [2, 65_536]),
    bidirectional: flag(true),
    table,
    seed,
  },
  alibi: {
    slopes: perHead,
    direction: choice("causal", "symmetric"),
    slope_rule: choice("authors", "geometric"),
    alibi_bias_max: real(8, [1e-6, 1e3]),
    applied: choice("after_scale", "before_scale"),
  },
  deberta: {
    max_relative_positions: whole(512, [2, 4096]),
    position_buckets: whole(0, [0, 4096]),
    pos_att_type: {
      read: (value, field) =>
        list(value, field).map((type, at) => oneOf(type, `${field}[${at}]`, ["c2p", "p2c"] as const)),
      standard: ["c2p", "p2c"],
    },
    position_keys: table,
    position_queries: table,
    seed,
  },
  rotary: {
    pairing: choice("half_split", "interleaved"),
    rotary_dim: {
      read: (value, field, { headDim }) => {
        const width = integer(value, field, [2, headDim]);
        if (width % 2 !== 0) fail("rotary_dim_wrong", { head_dim: headDim, value: width });
        return width;
      },
    },
    partial_rotary_factor: real(1, [0, 1]),
    rope_type: choice("default", "proportional"),
    rope_theta: real(10_000, [1e-9, 1e30]),
    inv_freq: anyNumbers,
    scaling: { read: readScaling, standard: { kind: "none" } },
    length: real(undefined, [1, 1e12]),
    angle_precision: { read: readAnglePrecision },
    offset: real(0),
    xpos: {
      read: (value, field) => {
        const given = object(value, field);
        known(given, `${field}.`, ["scale_base", "center"]);
        return {
          ...(given.scale_base !== undefined && {
            scale_base: number(given.scale_base, `${field}.scale_base`, [1, 1e9]),
          }),
          ...(given.center !== undefined && { center: number(given.center, `${field}.center`, [-1e9, 1e9]) }),
        };
      },
    },
    mrope_section: anyNumbers,
    mrope_layout: choice("chunked", "interleaved", "axial"),
    mrope_rest: whole(0, [0, 7]),
    streams: {
      read: (value, field, { tokens }) => {
        const streams = list(value, field);
        if (streams.length > 8) fail("list_length", { field, expected: 8, count: streams.length });
        return streams.map((stream, at) => numbers(stream, `${field}[${at}]`, tokens));
      },
    },
  },
  kerple: { form: choice("log", "power"), p: perHead, a: perHead },
  sandwich: { dimension: whole(undefined, [2, 4096]) },
  fire: {
    c: real(0.1, [1e-6, 1e9]),
    threshold: real(512, [1e-6, 1e9]),
    hidden_weight: anyNumbers,
    hidden_bias: anyNumbers,
    output_weight: table,
    output_bias: perHead,
    seed,
  },
  cope: { table, positions: whole(64, [1, 4096]), scaled: choice("all", "content"), seed },
};

export const METHOD_KINDS = Object.keys(METHOD_FIELDS) as MethodKind[];

const isKind = (value: unknown): value is MethodKind => METHOD_KINDS.some((kind) => kind === value);

export function readMethod(value: unknown, sizes: Sizes, name = "method"): Method {
  const fields = object(value, name);
  const { kind } = fields;
  if (!isKind(kind)) {
    return fail("kind_unknown", { field: `${name}.kind`, known: METHOD_KINDS.join(", "), value: excerpt(kind) });
  }
  const allowed = METHOD_FIELDS[kind];
  known(fields, `${name}.`, ["kind", ...Object.keys(allowed)]);
  const method: Fields = { kind };
  for (const [key, { read }] of Object.entries(allowed)) {
    if (Object.hasOwn(fields, key)) method[key] = read(fields[key], `${name}.${key}`, sizes);
  }
  return method as Method;
}

/** What is set and not what the core takes anyway, in one order of keys. */
export function shortenMethod(method: Method): Method {
  const given = method as unknown as Fields;
  const short: Fields = { kind: method.kind };
  for (const [key, { standard }] of Object.entries(METHOD_FIELDS[method.kind])) {
    const value = given[key];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(standard)) short[key] = value;
  }
  return short as Method;
}

/** The fields of the short form, without `kind`. */
export const fieldsOf = (method: Method): string[] =>
  Object.keys(shortenMethod(method)).filter((key) => key !== "kind");

/** The method without some of its fields. */
export function withoutFields(method: Method, dropped: (key: string) => boolean): Method {
  const kept = Object.entries(method).filter(([key]) => key === "kind" || !dropped(key));
  return Object.fromEntries(kept) as unknown as Method;
}

/** Fields whose lengths follow the number of heads or the widths: they do not survive another size. */
const SIZED =
  /^(table|segment_table|keys|values|u|v|projection|position_keys|position_queries|slopes|p|a|output_weight|output_bias)$/;
export const withoutSizedFields = (method: Method): Method =>
  withoutFields(method, (key) => SIZED.test(key) && !(method.kind === "sinusoidal" && key === "table"));

/** Fields with an entry per token. */
export const withoutTokenFields = (method: Method): Method =>
  withoutFields(method, (key) => key === "segments" || key === "streams");
