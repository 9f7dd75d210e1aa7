/** T5, Transformer-XL, XLNet and DeBERTa. */
import type { Method } from "../../../engine/problem.ts";
import { flag, number, size, whole } from "../checks.ts";
import { type Context, classDefault } from "../context.ts";
import { note } from "../report.ts";
import type { Shape } from "../shape.ts";

/** Tables of relative positions have at most so many rows in the core. */
const mostBuckets = 2 ** 16;

export function readT5(context: Context, bidirectional: boolean): Method[] | undefined {
  const { source, report } = context;
  const { root } = source;
  const from = <T>(name: string, value: T) => report.fill(name, value, classDefault(context));
  const buckets = root.read("relative_attention_num_buckets", size) ?? from("relative_attention_num_buckets", 32);
  const distance = root.read("relative_attention_max_distance", size) ?? from("relative_attention_max_distance", 128);
  const exact = Math.floor((bidirectional ? Math.floor(buckets / 2) : buckets) / 2);
  if (exact < 1 || distance <= exact || buckets > mostBuckets) {
    const slot = root.slot("relative_attention_num_buckets") ?? root.slot("relative_attention_max_distance");
    const reason = note("t5_buckets", { buckets, distance });
    if (slot) report.mark(slot.key, "impossible", reason);
    else report.lack("relative_attention_num_buckets", reason);
    return undefined;
  }
  return [
    {
      kind: "t5_bias",
      relative_attention_num_buckets: buckets,
      relative_attention_max_distance: distance,
      bidirectional,
    },
  ];
}

export function readTransformerXl({ source }: Context): Method[] {
  const { root } = source;
  // -1 and 0 stand for none.
  const off = [-1, 0].includes(root.slot("clamp_len")?.value as number);
  const clamp_len = off ? root.read("clamp_len", number) : root.read("clamp_len", size);
  return [{ kind: "transformer_xl", ...(!off && clamp_len !== undefined && { clamp_len }) }];
}

export function readDeberta(context: Context, shape: Shape): Method[] | undefined {
  const { source, report } = context;
  const { root } = source;
  const methods: Method[] = [];
  const biased = root.read("position_biased_input", flag) ?? true;
  const length = shape.max_position_embeddings ?? report.fill("max_position_embeddings", 512, classDefault(context));
  if (biased) methods.push({ kind: "learned", rows: length });
  if (!root.read("relative_attention", flag)) return methods;
  const largest = root.read("max_relative_positions", number) ?? -1;
  const position_buckets = readBuckets(context);
  const types = readTypes(context);
  if (types === undefined || position_buckets === undefined) return undefined;
  const span = largest < 1 ? length : largest;
  const fits = Number.isInteger(span) && span >= 2 && span <= mostBuckets;
  if (!fits || position_buckets === 1 || position_buckets > 2 * (span - 2))
    return report.lack("max_relative_positions", note("deberta_span", { span, buckets: position_buckets }));
  return [
    ...methods,
    {
      kind: "deberta",
      max_relative_positions: span,
      ...(position_buckets > 0 && { position_buckets }),
      pos_att_type: types,
    },
  ];
}

function readBuckets({ source }: Context): number | undefined {
  const { root } = source;
  const slot = root.slot("position_buckets");
  if (!slot) return 0;
  // -1 stands for none.
  if (slot.value === -1) root.read("position_buckets", number);
  return slot.value === -1 ? 0 : root.read("position_buckets", whole);
}

/** "c2p|p2c", or a list. */
function readTypes({ source, report }: Context): ("c2p" | "p2c")[] | undefined {
  const slot = source.root.slot("pos_att_type");
  if (!slot) return [];
  const parts = typeof slot.value === "string" ? slot.value.split("|") : slot.value;
  const known = (part: unknown): part is "c2p" | "p2c" => part === "c2p" || part === "p2c";
  if (Array.isArray(parts) && parts.every(known)) {
    report.mark(slot.key, "read");
    return parts;
  }
  report.mark(slot.key, "impossible", note("expected_pos_att_type", { got: String(JSON.stringify(slot.value)) }));
  return undefined;
}
