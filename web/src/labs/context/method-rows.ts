/** What a method without rotary pairs is, in numbers. */
import type { Method } from "../../engine/index.ts";
import { authorsSlopes } from "../../io/hf-config/positions/alibi.ts";
import type { LayerType, ModelPosition } from "../../io/hf-config/types.ts";
import { result, setting } from "../../lab/number-text.ts";
import { rotaryOf } from "./reading.ts";
import { t } from "./strings.ts";

export type Row = [name: string, value: string, remark?: string];

type Of<Kind extends Method["kind"]> = Extract<Method, { kind: Kind }>;

export function methodRows(model: ModelPosition, layers: LayerType): Row[] {
  if (rotaryOf(layers)) return [];
  return [...layers.methods.flatMap((method) => rowsOf(method, model.heads)), scaleRow(model, layers)];
}

function rowsOf(method: Method, heads: number): Row[] {
  switch (method.kind) {
    case "alibi":
      return [slopeRow(method, heads)];
    case "t5_bias":
      return [
        [
          t("number.buckets"),
          setting(method.relative_attention_num_buckets ?? 32),
          t(method.bidirectional === false ? "form.one_way" : "form.both_ways"),
        ],
        [t("number.max_distance"), setting(method.relative_attention_max_distance ?? 128)],
      ];
    case "learned":
      return [
        [t("number.rows"), setting(method.rows ?? 512)],
        [t("number.offset"), setting(method.offset ?? 0)],
      ];
    case "sinusoidal":
      return [
        [t("number.base"), setting(method.base ?? 10000)],
        [t("number.table"), method.table ?? "paper"],
        [t("number.offset"), setting(method.offset ?? 0)],
      ];
    case "deberta":
      return [
        [t("number.span"), setting(method.max_relative_positions ?? 512)],
        ...(method.position_buckets ? [[t("number.buckets"), setting(method.position_buckets)] as Row] : []),
      ];
    case "shaw":
      return method.max_relative_position === undefined
        ? []
        : [[t("number.max_distance"), setting(method.max_relative_position)]];
    case "transformer_xl":
      return method.clamp_len ? [[t("number.max_distance"), setting(method.clamp_len)]] : [];
    default:
      return [];
  }
}

function slopeRow(method: Of<"alibi">, heads: number): Row {
  const slopes = slopesOf(method, heads);
  const form = t(method.direction === "symmetric" ? "form.symmetric" : "form.causal");
  return [
    t("number.slopes"),
    `${result(slopes[0] as number)} … ${result(slopes.at(-1) as number)}`,
    method.applied === "before_scale" ? t("form.before_scale", { form }) : form,
  ];
}

/** alibi_bias_max stands for the 8 of the authors' exponents. */
export const slopesOf = ({ slopes, alibi_bias_max: most = 8 }: Of<"alibi">, heads: number): number[] =>
  slopes ? [...slopes] : authorsSlopes(heads).map((slope) => slope ** (most / 8));

/** The default of methods that change it is their own: T5 has 1, DeBERTa counts its terms. */
export function defaultScale(methods: readonly Method[], head_dim: number): number {
  if (methods.some(({ kind }) => kind === "t5_bias")) return 1;
  const deberta = methods.find((method) => method.kind === "deberta");
  const terms = deberta ? 1 + new Set(deberta.pos_att_type ?? ["c2p", "p2c"]).size : 1;
  return 1 / Math.sqrt(head_dim * terms);
}

const scaleRow = ({ head_dim }: ModelPosition, { scale, methods }: LayerType): Row => [
  t("number.scale"),
  setting(scale ?? defaultScale(methods, head_dim)),
];
