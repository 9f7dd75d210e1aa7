/** Methods of layers in a few words, for heads and lists. */
import type { Method, RopeScaling } from "../engine/problem.ts";
import type { LayerType } from "../io/hf-config/types.ts";

/** "rotary interleaved, yarn 40": the scaling with its factor. */
export function methodWords(methods: readonly Method[]): string {
  return methods.map(oneMethod).join(" + ") || "no position";
}

function oneMethod(method: Method): string {
  if (method.kind !== "rotary") return method.kind;
  const { pairing = "half_split", rope_type: type, rotary_dim, scaling } = method;
  const width = rotary_dim === undefined ? "" : `${rotary_dim} channels`;
  const parts = [`rotary ${pairing}`, width, type === "proportional" ? type : "", scaling ? scalingWords(scaling) : ""];
  return parts.filter((part) => part !== "").join(", ");
}

function scalingWords(scaling: RopeScaling): string {
  if (scaling.kind === "none") return "";
  const factor = "alpha" in scaling ? scaling.alpha : "factor" in scaling ? scaling.factor : undefined;
  return factor === undefined ? scaling.kind : `${scaling.kind} ${Number(factor.toPrecision(6))}`;
}

/** Which list LongRoPE divides by; "" for others. */
export function listWords(scaling: RopeScaling | undefined, length: number): string {
  if (scaling?.kind !== "longrope") return "";
  const { original_max_position_embeddings: original, max_position_embeddings: largest } = scaling;
  if (scaling.switch === "limit")
    return (largest ?? 0) > original
      ? `long at every length, because the largest one is ${largest}`
      : "short at every length";
  return length > original
    ? `long, as the length is above ${original}; short up to there`
    : `short, as the length is at most ${original}; long beyond`;
}

/** One text where all layer types agree, else one per layer type. */
export function perLayerType(layerTypes: readonly LayerType[], words: (type: LayerType) => string): string {
  const texts = layerTypes.map(words);
  if (new Set(texts).size === 1) return texts[0] ?? "";
  return layerTypes.map(({ name }, i) => `${name}: ${texts[i]}`).join("; ");
}
