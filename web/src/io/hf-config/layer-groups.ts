/** Which layers see what, and which of them turn q and k. */
import { show } from "./block.ts";
import { count, flag, texts, whole, wholes } from "./checks.ts";
import { type Context, classDefault } from "./context.ts";
import type { LayerPattern } from "./families.ts";
import { attentionKindOf } from "./layer-types.ts";
import { note } from "./report.ts";
import type { Shape } from "./shape.ts";

export interface LayerGroup {
  name: string;
  layers: readonly number[];
  /** A name of layer-types.ts. */
  attention: string;
  rotary: boolean;
}

interface Layer {
  attention: string;
  rotary: boolean;
}

/** Layers of an unknown number show both types of a pattern. */
const enough = 64;
/** More than any model has; a larger number is a slip that would only fill memory. */
const mostLayers = 4096;

export function readLayerGroups(context: Context, shape: Shape): LayerGroup[] {
  const number = shape.layers ?? enough;
  if (number > mostLayers) {
    context.report.lack("num_hidden_layers", note("too_many_layers", { got: number, most: mostLayers }));
    return [];
  }
  const nope = readNope(context, number);
  const listed = readLayerTypes(context, shape.layers);
  const attention = listed ?? readPattern(context, number, nope);
  const layers = Array.from({ length: listed?.length ?? number }, (_, l): Layer => {
    const type = attention[l] ?? "full_attention";
    const kind = attentionKindOf(type);
    const still = kind === "full" && context.family.nope === "full" && attention.includes("sliding_attention");
    return { attention: type, rotary: nope?.[l] !== false && !still && kind !== "linear" };
  });
  return groupLayers(layers, listed !== undefined, shape.layers !== undefined || listed !== undefined);
}

function groupLayers(layers: readonly Layer[], named: boolean, known: boolean): LayerGroup[] {
  const uniform = !named && new Set(layers.map(({ attention }) => attention)).size === 1;
  const split = (type: string) =>
    new Set(layers.filter(({ attention }) => attention === type).map(({ rotary }) => rotary)).size > 1;
  const groups = new Map<string, { layers: number[] } & LayerGroup>();
  for (const [l, layer] of layers.entries()) {
    const { attention, rotary } = layer;
    const divided = split(attention);
    const base = uniform ? (divided ? "rope" : "all") : attention;
    const name = divided && !rotary ? (uniform ? "no_rope" : `${attention}_no_rope`) : base;
    const group = groups.get(name) ?? { name, layers: [], attention, rotary };
    if (known) group.layers.push(l);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function readLayerTypes(context: Context, layers: number | undefined): string[] | undefined {
  const { root } = context.source;
  const { report } = context;
  // GPT-Neo's name is the second.
  const names = ["layer_types", "attention_layers"];
  const slot = names.map((name) => root.slot(name)).find((one) => one !== undefined);
  const list = root.read(names, texts);
  if (!slot || !list) return undefined;
  const unknown = list.find((name) => attentionKindOf(name) === undefined);
  if (unknown !== undefined) report.mark(slot.key, "impossible", note("unknown_layer_type", { name: unknown }));
  else if (list.length === 0 || (layers !== undefined && list.length !== layers))
    report.mark(slot.key, "impossible", note("list_length", { got: list.length, expected: layers ?? "at least 1" }));
  else {
    for (const name of [...patternNames, "global_attn_every_n_layers", "max_window_layers", "full_attention_interval"])
      root.ignore(name, note("overridden", { by: "layer_types" }));
    return list;
  }
  return undefined;
}

const patternNames = ["sliding_window_pattern", "_sliding_window_pattern"];

function readPattern(context: Context, layers: number, nope: readonly boolean[] | undefined): string[] {
  const { source, family, report } = context;
  const { root } = source;
  const all = (type: string) => new Array<string>(layers).fill(type);
  if (family.pattern?.kind === "chunked") {
    const rotary = (l: number) => nope?.[l] !== false;
    return all("full_attention").map((type, l) => (rotary(l) ? "chunked_attention" : type));
  }
  if (family.pattern?.kind === "linear") {
    const name = "full_attention_interval";
    const period = root.read(name, count) ?? report.fill(name, family.pattern.period, classDefault(context));
    return all("full_attention").map((type, l) => ((l + 1) % period === 0 ? type : "linear_attention"));
  }
  if (!readWindowUse(context)) return all("full_attention");
  const flags = readWindowFlags(context, layers);
  if (flags) return flags;
  const slides = slidingRule(context, family.pattern ?? statedPattern(root.has.bind(root)));
  return all("full_attention").map((type, l) => (slides(l) ? "sliding_attention" : type));
}

/** use_sliding_window: false switches the window off where a file keeps its size. */
function readWindowUse(context: Context): boolean {
  const { source, family, report } = context;
  const { root } = source;
  const on =
    root.read("use_sliding_window", flag) ??
    (family.pattern?.kind === "from_layer" ? report.fill("use_sliding_window", false, classDefault(context)) : true);
  const slot = root.slot("sliding_window");
  if (!on) {
    root.ignore("sliding_window", note("window_off"));
    root.ignore("max_window_layers", note("window_off"));
    return false;
  }
  // A window of 0 is none, in GGUF files and some others.
  if (slot?.value === 0) report.mark(slot.key, "read", note("no_window"));
  return (slot !== undefined && slot.value !== 0) || root.has("local_attention") || root.has("window_size");
}

function statedPattern(has: (name: string) => boolean): LayerPattern | undefined {
  if (patternNames.some(has)) return { kind: "every", period: 2 };
  if (has("global_attn_every_n_layers")) return { kind: "first_of", period: 1 };
  return has("max_window_layers") ? { kind: "from_layer" } : undefined;
}

function slidingRule(context: Context, pattern: LayerPattern | undefined): (layer: number) => boolean {
  const { source, report } = context;
  const { root } = source;
  switch (pattern?.kind) {
    case "every": {
      const period =
        root.read(patternNames, count) ?? report.fill("sliding_window_pattern", pattern.period, classDefault(context));
      return (l) => (l + 1) % period !== 0;
    }
    case "first_of": {
      const name = "global_attn_every_n_layers";
      const period = root.read(name, count) ?? report.fill(name, pattern.period, classDefault(context));
      return (l) => l % period !== 0;
    }
    case "from_layer": {
      const first =
        root.read("max_window_layers", whole) ?? report.fill("max_window_layers", 28, classDefault(context));
      return (l) => l >= first;
    }
    default:
      return () => true;
  }
}

/** GGUF may list one flag per layer: true slides. */
function readWindowFlags({ source, report }: Context, layers: number): string[] | undefined {
  const slot = source.root.slot("sliding_window_pattern");
  if (!Array.isArray(slot?.value)) return undefined;
  const { key, value } = slot;
  if (value.length !== layers || !value.every((one) => typeof one === "boolean")) {
    report.mark(key, "impossible", note("expected_layer_flags", { got: show(value), layers }));
    return undefined;
  }
  report.mark(key, "read");
  return value.map((slides) => (slides ? "sliding_attention" : "full_attention"));
}

/** Per layer whether it turns; Llama 4's no_rope_layers has 1 for layers that do. */
function readNope(context: Context, layers: number): boolean[] | undefined {
  const { source, family, report } = context;
  const { root } = source;
  const list = root.read("no_rope_layers", wholes);
  const slot = root.slot("no_rope_layers");
  const every = typeof family.nope === "number" ? family.nope : undefined;
  if (slot && list && list.length > 0) {
    root.ignore("no_rope_layer_interval", note("overridden", { by: "no_rope_layers" }));
    if (list.length !== layers) {
      report.mark(slot.key, "impossible", note("list_length", { got: list.length, expected: layers }));
      return undefined;
    }
    report.remark(slot.key, note("one_means_rope"));
    return list.map((one) => one !== 0);
  }
  const interval =
    root.read("no_rope_layer_interval", count) ??
    (every && report.fill("no_rope_layer_interval", every, classDefault(context)));
  return interval === undefined ? undefined : Array.from({ length: layers }, (_, l) => (l + 1) % interval !== 0);
}
