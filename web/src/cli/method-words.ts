/** Methods of layers in a few words, for heads and lists. */
import type { Method, RopeScaling } from "../engine/problem.ts";
import type { LayerType } from "../io/hf-config/types.ts";

/** "rotary interleaved, yarn 40": the scaling with its factor. */
export function methodWords(methods: readonly Method[]): string {
  return methods.map(oneMethod).join(" + ") || "no position";
}

function oneMethod(method: Method): string {
  if (method.kind !== "rotary") return method.kind;
  const { pairing = "half_split", rope_type: type, scaling } = method;
  const parts = [`rotary ${pairing}`, type === "proportional" ? type : "", scaling ? scalingWords(scaling) : ""];
  return parts.filter((part) => part !== "").join(", ");
}

function scalingWords(scaling: RopeScaling): string {
  if (scaling.kind === "none") return "";
  const factor = "alpha" in scaling ? scaling.alpha : "factor" in scaling ? scaling.factor : undefined;
  return factor === undefined ? scaling.kind : `${scaling.kind} ${Number(factor.toPrecision(6))}`;
}

/** One text where all layer types agree, else one per layer type. */
export function perLayerType(layerTypes: readonly LayerType[], words: (type: LayerType) => string): string {
  const texts = layerTypes.map(words);
  if (new Set(texts).size === 1) return texts[0] ?? "";
  return layerTypes.map(({ name }, i) => `${name}: ${texts[i]}`).join("; ");
}
