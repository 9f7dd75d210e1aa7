/** The numbers beside the figures: what a reader compares with a paper or another library. */
import { html, nothing } from "lit";
import type { LayerType, ModelPosition } from "../../io/hf-config/types.ts";
import { made } from "../../lab/memo.ts";
import { result, setting } from "../../lab/number-text.ts";
import { kindName, layerTypeName, listed } from "./answer.ts";
import type { LabContext } from "./context.ts";
import { methodRows, type Row } from "./method-rows.ts";
import { modelCopies } from "./model-copies.ts";
import type { LayersPart, Parts } from "./parts.ts";
import { chosenLayers, rotaryOf } from "./reading.ts";
import { sideOf, subjectLine } from "./sides.ts";
import { type ContextKey, t } from "./strings.ts";
import { temperatureOf } from "./temperature.ts";

export function renderNumbers(context: LabContext) {
  const { answered, state, session } = context;
  const model = answered?.resolution.model;
  if (!model) return nothing;
  const layers = chosenLayers(model, state.layerType);
  const rows = [
    ...attentionRows(model, layers),
    ...methodRows(model, layers),
    ...rotaryRows(session.parts.frequencies, layers),
  ];
  return html`
    <section aria-labelledby="numbers-title">
      <h2 id="numbers-title">${t("numbers.title")}</h2>
      <dl class="numbers" data-testid="numbers">
        ${rows.map(
          ([name, value, remark]) =>
            html`<div><dt>${name}</dt><dd>${value}${remark ? html`<span class="remark">${remark}</span>` : nothing}</dd></div>`,
        )}
      </dl>
      ${renderCopies(context, layers)}
      ${model.layerTypes.length > 1 ? renderLayerTable(model) : nothing}
    </section>
  `;
}

function renderCopies({ session, answered }: LabContext, layers: LayerType) {
  if (!answered) return nothing;
  const found = session.parts.layers ?? NO_LAYERS;
  const comment = subjectLine(sideOf(answered, layers.name));
  const copies = made(layers, found, () => modelCopies(answered, layers, found, comment));
  return html`<posenc-copies name="numbers" .copies=${copies} .subject=${answered.name}></posenc-copies>`;
}

const NO_LAYERS: LayersPart = {};

function rotaryRows(part: Parts["frequencies"] | undefined, layers: LayerType): Row[] {
  if (!part || !rotaryOf(layers)) return [];
  const { frequencies, at } = part;
  const plainBase = at.method.rope_theta ?? 10000;
  const rows: Row[] = [
    [t("number.pairing"), t(`pairing.${at.method.pairing ?? "half_split"}`)],
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

function temperature(layers: LayerType, length: number): [string, string?] {
  const value = temperatureOf(layers, length);
  return value === null
    ? [t("number.none")]
    : [result(value), t("number.at_position", { position: setting(length - 1) })];
}

const methodNames = ({ methods }: LayerType): string =>
  listed(methods.map(({ kind }) => kindName(kind))) || t("number.none");

/** Base and scaling only where something turns. */
function renderLayerTable({ layerTypes }: ModelPosition) {
  const columns = layerTypes.some(rotaryOf)
    ? (["name", "count", "base", "scaling", "mask"] as const)
    : (["name", "count", "positions", "mask"] as const);
  const turns = columns.length === 5;
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("layers.title")}>
    <table class="plain">
      <thead><tr>${columns.map((name) => html`<th scope="col">${t(`layers.column.${name}` as ContextKey)}</th>`)}</tr></thead>
      <tbody>
        ${layerTypes.map((layers) => {
          const rotary = rotaryOf(layers);
          return html`<tr>
            <th scope="row">${layerTypeName(layers.name)}</th>
            <td>${layers.layers.length > 0 ? setting(layers.layers.length) : "…"}</td>
            ${
              rotary
                ? html`<td>${setting(rotary.rope_theta ?? 10000)}</td><td>${scalingName(rotary.scaling?.kind ?? "none")}</td>`
                : html`<td colspan=${turns ? 2 : 1}>${methodNames(layers)}</td>`
            }
            <td>${maskText(layers)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
