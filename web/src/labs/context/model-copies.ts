/** The numbers of a configuration as JSON, with all types of layers, as CSV with one row for each, and as Python. */
import type { LayerType, ModelPosition } from "../../io/hf-config/types.ts";
import type { Copies } from "../../lab/copies.ts";
import { type Column, toCsv } from "../../lab/figure-data.ts";
import { commented } from "../../lab/python-text.ts";
import { pythonOf } from "./lazy-python.ts";
import { defaultScale, slopesOf } from "./method-rows.ts";
import type { FoundFrequencies, LayersPart } from "./parts.ts";
import { type Reading, rotaryOf } from "./reading.ts";
import { temperatureOf } from "./temperature.ts";

type Scalar = string | number | null;

export function modelCopies(reading: Reading, chosen: LayerType, found: LayersPart, comment: string): Copies {
  const { model } = reading.resolution;
  if (!model) return {};
  const part = found[chosen.name];
  return {
    json: () =>
      `${JSON.stringify({ ...headOf(reading, model), layer_type: chosen.name, layer_types: layersOf(model, found) }, null, 1)}\n`,
    csv: () => toCsv({ columns: columnsOf(reading, model, found) }),
    ...(part ? { python: () => numberPython(part, chosen, comment) } : {}),
  };
}

/** null: the file does not say. */
const headOf = ({ name, resolution: { dialect } }: Reading, model: ModelPosition) => ({
  model: name,
  architecture: model.architecture,
  dialect,
  heads: model.heads,
  kv_heads: model.kv_heads,
  head_dim: model.head_dim,
  layers: model.layers ?? null,
  max_position_embeddings: model.max_position_embeddings ?? null,
});

const layersOf = (model: ModelPosition, found: LayersPart) =>
  model.layerTypes.map((layers) => ({
    layer_type: layers.name,
    layers: layers.layers.length > 0 ? layers.layers : null,
    methods: layers.methods.map((method) => {
      const { kind } = method;
      if (kind === "rotary") return { kind };
      return kind === "alibi" ? { ...method, slopes: slopesOf(method, model.heads) } : method;
    }),
    mask: layers.mask,
    softcap: layers.softcap ?? null,
    query_scale: layers.query_scale ?? null,
    query_temperature: found[layers.name] ? temperatureOf(layers, found[layers.name]?.frequencies.length ?? 1) : null,
    ...rotaryNumbers(layers, model, found[layers.name]),
  }));

function rotaryNumbers(layers: LayerType, { head_dim }: ModelPosition, found: FoundFrequencies | undefined) {
  const rotary = rotaryOf(layers);
  const { frequencies } = found ?? {};
  return {
    pairing: rotary ? (rotary.pairing ?? "half_split") : null,
    length: frequencies?.length ?? null,
    rotary_dim: frequencies?.rotary_dim ?? null,
    rope_theta: rotary ? (rotary.rope_theta ?? 10000) : null,
    base: frequencies?.base ?? null,
    scaling: rotary ? (rotary.scaling?.kind ?? "none") : null,
    factor: frequencies?.factor ?? null,
    original_length: frequencies?.original_length ?? null,
    ramp: frequencies?.ramp ?? null,
    attention_factor: frequencies?.attention_factor ?? null,
    softmax_factor: frequencies?.softmax_factor ?? null,
    scale: layers.scale ?? frequencies?.scale ?? defaultScale(layers.methods, head_dim),
  };
}

/** Lists and objects stand in their cell as JSON; an empty cell is null. */
function columnsOf(reading: Reading, model: ModelPosition, found: LayersPart): Column[] {
  const head: Record<string, unknown> = headOf(reading, model);
  // Of the model; a row has those of its own type.
  const { layers: layer_count, ...rest } = head;
  const rows: Record<string, unknown>[] = layersOf(model, found).map((row) => ({ ...rest, layer_count, ...row }));
  const cell = (value: unknown): Scalar =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : ((value ?? "") as Scalar);
  return Object.keys(rows[0] ?? {}).map((name) => ({
    name,
    label: "",
    values: rows.map((row) => cell(row[name]) ?? ""),
  }));
}

/** The frequencies, and the two numbers beside them. */
const numberPython = async ({ at, frequencies }: FoundFrequencies, { scale }: LayerType, comment: string) =>
  commented(
    comment,
    `${await pythonOf("frequencyPython", at, frequencies)()}attention_factor = ${frequencies.attention_factor}\nscale = ${scale ?? frequencies.scale}\n`,
  );
