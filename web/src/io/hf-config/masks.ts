import type { Mask } from "../../engine/problem.ts";
import { flag, flagOrText, span } from "./checks.ts";
import { type Context, classDefault } from "./context.ts";
import { attentionKindOf } from "./layer-types.ts";

const chunk = 8192;

export function readMask(context: Context, attention: string): Mask {
  const { source, report } = context;
  const { root } = source;
  const causal = isCausal(context);
  const kind = attentionKindOf(attention);
  if (kind === "chunked")
    return {
      kind: "chunked",
      chunk:
        root.read("attention_chunk_size", span) ?? report.fill("attention_chunk_size", chunk, classDefault(context)),
    };
  if (kind === "sliding") {
    // ModernBERT counts both sides of its window.
    const both = root.read("local_attention", span);
    const window =
      both === undefined ? root.read(["sliding_window", "window_size"], span) : Math.max(Math.floor(both / 2), 1);
    if (window !== undefined && causal) return { kind: "sliding_window", window };
    if (window !== undefined) return { kind: "local", reach: both === undefined ? Math.floor(window / 2) : window };
  }
  return causal ? { kind: "causal" } : { kind: "none" };
}

function isCausal({ source, family }: Context): boolean {
  const { root } = source;
  // "vision" concerns the tokens of images alone.
  const both = root.read("use_bidirectional_attention", flagOrText);
  if (both !== undefined) return both !== true && both !== "all";
  const stated = root.read("attention_causal", flag);
  if (stated !== undefined || family.causal !== false) return stated ?? true;
  return root.read("is_decoder", flag) ?? false;
}
