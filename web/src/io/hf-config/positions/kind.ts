import { amount, flag, text } from "../checks.ts";
import type { Context } from "../context.ts";
import type { PositionKind } from "../families.ts";

/** What kind of position term the model has; some classes leave the choice to the file. */
export function readPositionKind({ source, family }: Context): PositionKind {
  const { root, modelType } = source;
  const alibi = root.read(["alibi", "use_alibi"], flag);
  const type = root.has("position_embedding_type") ? root.read("position_embedding_type", text) : undefined;
  if (alibi || type === "alibi") return "alibi";
  // GGUF names the largest bias, 0 for none.
  if (alibi === undefined && family.position === undefined && root.read("alibi_bias_max", amount)) return "alibi";
  if (modelType === "mpt" && alibi === false) return root.read("rope", flag) ? "rotary" : "learned";
  if (type === "rope" || type === "rotary") return "rotary";
  return family.position ?? "rotary";
}
