/** Which format a configuration came in. */
import { childOf, type Key } from "./key-tree.ts";
import type { Report } from "./report.ts";
import type { Source } from "./source.ts";
import { openGguf } from "./source-gguf.ts";
import { openHuggingFace } from "./source-huggingface.ts";
import { openMeta } from "./source-meta.ts";

export function openSource(tree: Key, report: Report): Source {
  if (isGguf(tree)) return openGguf(tree, report);
  if (isMeta(tree)) return openMeta(tree, report);
  return openHuggingFace(tree, report);
}

function isGguf(tree: Key): boolean {
  const keys = childOf(tree, "metadata")?.children ?? tree.children;
  return keys.some(({ name, children }) => {
    return (
      name === "general.architecture" || (name === "general" && children.some((key) => key.name === "architecture"))
    );
  });
}

function isMeta(tree: Key): boolean {
  const has = (name: string) => childOf(tree, name) !== undefined;
  return has("dim") && (has("n_heads") || has("n_layers")) && !has("model_type");
}
