/** Short ways to ask about a resolved configuration. */
import { createPosenc, type Frequencies, type RotaryMethod } from "../../../../web/src/engine/index.ts";
import { rotaryOf } from "../../../../web/src/io/hf-config/compare-dialects.ts";
import { modelOf, resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import type { Dialect, LayerType, ReportEntry, Resolution } from "../../../../web/src/io/hf-config/types.ts";

export const posenc = await createPosenc({ engine: "wasm" });

/** A Llama with 32 heads of 128 channels, and what a test adds. */
export const llama = (more: object = {}) => ({
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 4,
  rope_theta: 10000,
  max_position_embeddings: 4096,
  ...more,
});

export function layerOf(config: object, name?: string, dialect?: Dialect): LayerType {
  const { layerTypes } = modelOf(resolveConfig(config, { dialect }));
  const layer = layerTypes.find((one) => name === undefined || one.name === name);
  if (!layer) throw new Error(`no ${name} among ${layerTypes.map((one) => one.name)}`);
  return layer;
}

export function rotary(config: object, dialect?: Dialect, layer?: string): RotaryMethod {
  const method = rotaryOf(layerOf(config, layer, dialect));
  if (!method) throw new Error("no rotary method");
  return method;
}

export function scaling(config: object, dialect?: Dialect, layer?: string) {
  return rotary(config, dialect, layer).scaling;
}

export async function frequencies(
  config: object,
  { dialect, layer, length }: { dialect?: Dialect; layer?: string; length?: number } = {},
): Promise<Frequencies> {
  const { head_dim } = modelOf(resolveConfig(config, { dialect }));
  return posenc.frequencies({ method: rotary(config, dialect, layer), head_dim, ...(length && { length }) });
}

export function entry({ report }: Resolution, key: string): ReportEntry | undefined {
  return report.find((one) => one.key === key);
}

/** Status and note code of one key. */
export function noted(config: object, key: string, dialect?: Dialect): string {
  const found = entry(resolveConfig(config, { dialect }), key);
  return found ? [found.status, found.note?.code].filter(Boolean).join(" ") : "nothing";
}

/** Errors as "key code". */
export function errorsOf(config: object, dialect?: Dialect): string[] {
  return resolveConfig(config, { dialect }).errors.map(({ key, note }) => `${key} ${note?.code}`);
}

/** get_mscale(s, m). */
export const mscale = (s: number, m = 1) => 0.1 * m * Math.log(s) + 1;
