/** The numbers beside the figures: what a reader compares with a paper or another library. */
import { html, nothing } from "lit";
import type { LayerType, ModelPosition } from "../../io/hf-config/types.ts";
import { layerTypeName } from "./answer.ts";
import type { LabContext } from "./context.ts";
import type { Copies } from "./copies.ts";
import { type Column, toCsv, toJson } from "./figure-data.ts";
import { made } from "./memo.ts";
import { result, setting } from "./number-text.ts";
import type { Parts } from "./parts.ts";
import { frequencyPython } from "./python.ts";
import { chosenLayers, rotaryOf } from "./reading.ts";
import { type ContextKey, t } from "./strings.ts";

type Row = [name: string, value: string, remark?: string];

export function renderNumbers(context: LabContext) {
  const { answered, state, session } = context;
  const model = answered?.resolution.model;
  if (!model) return nothing;
  const layers = chosenLayers(model, state.layerType);
  const rows = [...attentionRows(model, layers), ...rotaryRows(session.parts.frequencies, layers)];
  return html`
    <section aria-labelledby="numbers-title">
      <h2 id="numbers-title">${t("numbers.title")}</h2>
      <dl class="numbers" data-testid="numbers">
        ${rows.map(
          ([name, value, remark]) =>
            html`<div><dt>${name}</dt><dd>${value}${remark ? html`<span class="remark">${remark}</span>` : nothing}</dd></div>`,
        )}
      </dl>
      ${renderCopies(context, model, layers)}
      ${model.layerTypes.length > 1 ? renderLayerTable(model) : nothing}
    </section>
  `;
}

function renderCopies({ session, answered }: LabContext, model: ModelPosition, layers: LayerType) {
  const part = session.parts.frequencies;
  const rotary = rotaryOf(layers);
  const copies = made(part ?? model, layers, (): Copies => {
    const columns = rotary && part ? numberColumns(part, layers) : [];
    const all = { columns: [...columns, ...modelColumns(model)] };
    return {
      json: () => toJson(all),
      csv: () => toCsv(all),
      ...(rotary && part ? { python: () => numberPython(part, layers) } : {}),
    };
  });
  return html`<posenc-context-copies .copies=${copies} .subject=${answered?.name ?? ""}></posenc-context-copies>`;
}

const column = (name: string, value: number | string): Column => ({ name, label: "", values: [value] });

const modelColumns = (model: ModelPosition): Column[] => [
  column("architecture", model.architecture),
  column("heads", model.heads),
  column("kv_heads", model.kv_heads),
  column("head_dim", model.head_dim),
];

function numberColumns({ frequencies, at }: Parts["frequencies"], layers: LayerType): Column[] {
  return [
    column("layer_type", layers.name),
    column("length", frequencies.length),
    column("rotary_dim", frequencies.rotary_dim),
    column("rope_theta", at.method.rope_theta ?? 10000),
    column("base", frequencies.base),
    column("scaling", at.method.scaling?.kind ?? "none"),
    column("factor", frequencies.factor),
    column("original_length", frequencies.original_length ?? ""),
    column("attention_factor", frequencies.attention_factor),
    column("softmax_factor", frequencies.softmax_factor),
    column("scale", layers.scale ?? frequencies.scale),
  ];
}

/** The frequencies, and the two numbers beside them. */
const numberPython = ({ frequencies, at }: Parts["frequencies"], layers: LayerType): string =>
  `${frequencyPython(at, frequencies)}attention_factor = ${frequencies.attention_factor}\nscale = ${layers.scale ?? frequencies.scale}\n`;

function rotaryRows(part: Parts["frequencies"] | undefined, layers: LayerType): Row[] {
  if (!part || !rotaryOf(layers)) return [];
  const { frequencies, at } = part;
  const plainBase = at.method.rope_theta ?? 10000;
  const rows: Row[] = [
    [t("number.rotary_dim"), t("number.of", { part: setting(frequencies.rotary_dim), whole: setting(at.head_dim) })],
    [
      t("number.base"),
      setting(frequencies.base),
      frequencies.base === plainBase ? undefined : t("number.instead_of", { value: setting(plainBase) }),
    ],
    [t("number.scaling"), scalingName(at.method.scaling?.kind ?? "none"), factorText(frequencies.factor)],
    [
      t("number.original_length"),
      frequencies.original_length === null ? t("number.unnamed") : setting(frequencies.original_length),
    ],
    [t("number.attention_factor"), setting(frequencies.attention_factor)],
    [t("number.softmax_factor"), setting(frequencies.softmax_factor)],
    [t("number.scale"), setting(layers.scale ?? frequencies.scale)],
    [t("number.temperature"), ...temperature(layers, frequencies.length)],
  ];
  if (frequencies.ramp) rows.push([t("number.ramp"), frequencies.ramp.map(result).join(" … ")]);
  return rows;
}

const scalingName = (kind: string): string => t(`scaling.${kind}` as ContextKey);

const factorText = (factor: number): string | undefined =>
  factor === 1 ? undefined : t("number.factor", { value: setting(factor) });

function attentionRows(
  { heads, kv_heads, head_dim, layers, max_position_embeddings }: ModelPosition,
  chosen: LayerType,
): Row[] {
  return [
    [
      t("number.heads"),
      t("number.heads_of", { heads: setting(heads), kv_heads: setting(kv_heads), head_dim: setting(head_dim) }),
    ],
    ...(layers === undefined ? [] : [[t("number.layers"), setting(layers)] as Row]),
    ...(max_position_embeddings === undefined
      ? []
      : [[t("number.max_position_embeddings"), setting(max_position_embeddings)] as Row]),
    [t("number.mask"), maskText(chosen)],
  ];
}

export function maskText({ mask }: LayerType): string {
  const name = t(
    `mask.${["none", "causal", "sliding_window", "local", "chunked"].includes(mask.kind) ? mask.kind : "other"}` as ContextKey,
  );
  const size =
    mask.kind === "sliding_window"
      ? mask.window
      : mask.kind === "local"
        ? mask.reach
        : mask.kind === "chunked"
          ? mask.chunk
          : null;
  return size === null ? name : t("mask.sized", { name, size: setting(size) });
}

/** The factor on the query at the last position. */
function temperature({ query_scale }: LayerType, length: number): [string, string?] {
  if (!query_scale) return [t("number.none")];
  const last = length - 1;
  if (query_scale.kind === "log_n") {
    const value = Math.max(1, Math.log(last + 1) / Math.log(query_scale.original_max_position_embeddings));
    return [result(value), t("number.at_position", { position: setting(last) })];
  }
  const { floor_scale = 8192, attn_scale = 0.1, offset = 0 } = query_scale;
  const value = 1 + attn_scale * Math.log(1 + Math.floor((last + offset) / floor_scale));
  return [result(value), t("number.at_position", { position: setting(last) })];
}

function renderLayerTable({ layerTypes }: ModelPosition) {
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("layers.title")}>
    <table class="plain">
      <thead><tr>${(["name", "count", "base", "scaling", "mask"] as const).map((name) => html`<th scope="col">${t(`layers.column.${name}` as ContextKey)}</th>`)}</tr></thead>
      <tbody>
        ${layerTypes.map((layers) => {
          const rotary = rotaryOf(layers);
          return html`<tr>
            <th scope="row">${layerTypeName(layers.name)}</th>
            <td>${layers.layers.length > 0 ? setting(layers.layers.length) : "…"}</td>
            <td>${rotary ? setting(rotary.rope_theta ?? 10000) : t("number.none")}</td>
            <td>${rotary ? scalingName(rotary.scaling?.kind ?? "none") : t("number.none")}</td>
            <td>${maskText(layers)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
