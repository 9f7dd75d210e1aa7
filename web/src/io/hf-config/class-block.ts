import { Block, slotsOf } from "./block.ts";
import type { Family } from "./families.ts";
import { buildKeys } from "./key-tree.ts";
import { note, type Report } from "./report.ts";
import type { Source } from "./source.ts";

/** A file without a rope block gets the one of its class, where the class has one (gpt-oss, Ministral 3). */
export function withClassBlock(source: Source, family: Family, report: Report): Source {
  const standard = family.rope_parameters;
  if (!standard || source.kind !== "huggingface" || source.rope.length > 0) return source;
  const path = "rope_parameters";
  const remark = note("class_default", { model_type: source.modelType });
  for (const [name, value] of Object.entries(standard)) report.fill(`${path}.${name}`, value, remark);
  return { ...source, rope: [new Block(report, path, slotsOf(buildKeys(standard).children))] };
}
