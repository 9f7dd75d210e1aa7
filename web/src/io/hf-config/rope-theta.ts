/** The base of the frequencies, wherever a configuration keeps it. */
import { disagree, type Place, readPlaces } from "./block.ts";
import { base, positive } from "./checks.ts";
import { type Context, classDefault } from "./context.ts";
import { attentionKindOf } from "./layer-types.ts";
import { note } from "./report.ts";
import type { RopeScope } from "./rope-scope.ts";

const outerNames = ["rope_theta", "rotary_emb_base", "rotary_base", "rope_base"];
const globalNames = [...outerNames, "global_rope_theta"];
const localNames = ["rope_local_base_freq", "local_rope_theta"];

const standardBase = 10000;

export function readRopeTheta(context: Context, scope: RopeScope): number {
  const { source, family, report } = context;
  const { root } = source;
  const local = isLocal(context, scope);
  const inner = scope.blocks.map((block): Place => [block, "rope_theta"]);
  if (scope.byType) {
    const own = readPlaces(local ? [...inner, [root, localNames]] : inner, base);
    const outer = local ? undefined : readOuter(context);
    if (own !== undefined) return own;
    if (outer !== undefined) return outer;
  } else {
    const stated = local ? root.read(localNames, base) : readPlaces([...inner, [root, globalNames]], base);
    if (stated !== undefined) return withRatio(context, stated);
  }
  if (root.has("rope_ratio")) return withRatio(context, standardBase);
  const standard = local ? family.local_rope_theta : family.rope_theta;
  const name = local ? "rope_local_base_freq" : "rope_theta";
  if (standard !== undefined && source.kind !== "gguf") return report.fill(name, standard, classDefault(context));
  const library = { huggingface: "mixin_default", gguf: "llama_cpp_default", meta: "meta_default" } as const;
  return report.fill(name, standardBase, note(library[source.kind]));
}

/** Layers with a base of their own, and without the scaling of the others (Gemma 3, ModernBERT). */
export function isLocal({ source, family }: Context, { name }: RopeScope): boolean {
  return (
    attentionKindOf(name) === "sliding" &&
    (family.local_rope_theta !== undefined || localNames.some((local) => source.root.has(local)))
  );
}

/** A base beside the blocks by layer type must be that of one of them. */
function readOuter({ source, report }: Context): number | undefined {
  const { root, ropeByType } = source;
  const outer = root.read(globalNames, base);
  const slots = [...ropeByType.values()].flatMap((block) => block.slot("rope_theta") ?? []);
  const slot = outerNames.map((name) => root.slot(name)).find((one) => one !== undefined);
  const first = slots[0];
  if (slot && first && !slots.some(({ value }) => value === outer)) disagree(report, slot.key, first.key);
  return outer;
}

/** GLM states its base as a multiple of 10000. */
function withRatio({ source, rules, report }: Context, stated: number): number {
  const { root } = source;
  const slot = root.slot("rope_ratio");
  if (!slot) return stated;
  if (rules.rope_ratio === "ignored") {
    report.mark(slot.key, "ignored", note("dialect_ignores", { dialect: rules.name }));
    return stated;
  }
  const ratio = root.read("rope_ratio", positive) ?? 1;
  report.remark(slot.key, note("ratio_of_base", { ratio, base: stated * ratio }));
  return stated * ratio;
}
