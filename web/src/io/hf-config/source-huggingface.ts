import { Block, blockOf, show, slotsOf } from "./block.ts";
import { text } from "./checks.ts";
import { childOf, isObject, type Key, walk } from "./key-tree.ts";
import { isPositional } from "./known-keys.ts";
import { attentionKindOf } from "./layer-types.ts";
import { note, type Report } from "./report.ts";
import type { Source } from "./source.ts";

/** Where multimodal models keep what concerns text. */
const textBlocks = ["text_config", "llm_config", "language_config", "thinker_config.text_config"];

export function openHuggingFace(tree: Key, report: Report): Source {
  const place = textBlock(tree);
  const whole = blockOf(tree, report);
  const inner = place === tree ? whole : blockOf(place, report);
  if (place !== tree) leaveOutside(tree, place, report);
  const modelType = readModelType(whole, inner, report);
  const root = withAttentionConfig(place, inner, report);
  const { rope, ropeByType } = ropeBlocks(place, report);
  const named = (inner.slot("model_type") ?? whole.slot("model_type"))?.key;
  const multimodal = place !== tree;
  const kind = "huggingface";
  return { kind, architecture: modelType, named, multimodal, modelType, dialect: kind, root, rope, ropeByType };
}

function textBlock(tree: Key): Key {
  for (const path of textBlocks) {
    let key: Key | undefined = tree;
    for (const name of path.split(".")) key = key && childOf(key, name);
    if (key && isObject(key.value)) return key;
  }
  return tree;
}

/** The text block alone is read; what the whole file says beside it belongs to other parts. */
function leaveOutside(tree: Key, place: Key, report: Report): void {
  for (const key of tree.children)
    if (isPositional(key.name))
      for (const one of [key, ...walk(key)]) report.mark(one, "ignored", note("outside", { block: place.path }));
  if (place.parent !== tree && place.parent) report.mark(place.parent, "read");
}

function readModelType(whole: Block, inner: Block, report: Report): string {
  // Both are named: "gemma3" around "gemma3_text".
  const outer = whole.read("model_type", text);
  const own = inner === whole ? outer : inner.read("model_type", text);
  return own ?? outer ?? report.fill("model_type", "unknown", note("no_architecture"));
}

/** MPT and DBRX keep heads and positions in a block of their own. */
function withAttentionConfig(place: Key, root: Block, report: Report): Block {
  const attention = childOf(place, "attn_config");
  if (!attention || !isObject(attention.value)) return root;
  report.mark(attention, "read");
  return new Block(report, place.path, new Map([...slotsOf(attention.children), ...slotsOf(place.children)]));
}

function ropeBlocks(place: Key, report: Report): Pick<Source, "rope" | "ropeByType"> {
  const rope: Block[] = [];
  const ropeByType = new Map<string, Block>();
  for (const name of ["rope_parameters", "rope_scaling"]) {
    const key = childOf(place, name);
    if (!key || key.value === null) {
      if (key) report.mark(key, "ignored", note("null_value"));
      continue;
    }
    if (!isObject(key.value)) {
      report.mark(key, "impossible", note("expected_object", { got: show(key.value) }));
      continue;
    }
    rope.push(blockOf(key, report));
    for (const child of key.children) if (isObject(child.value)) addLayerType(child, ropeByType, report);
  }
  return { rope, ropeByType };
}

function addLayerType(key: Key, byType: Map<string, Block>, report: Report): void {
  if (attentionKindOf(key.name)) byType.set(key.name, blockOf(key, report));
  else report.mark(key, "impossible", note("unknown_layer_type", { name: key.name }));
}
