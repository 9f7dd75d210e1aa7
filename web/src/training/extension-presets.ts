/** What is done to a trained model's positions for lengths that it never saw, by a short name. */
import type { RopeScaling } from "../engine/problem.ts";
import type { Positions } from "./experiment.ts";
import type { MethodName } from "./method-presets.ts";

/** Trained at so many tokens, tested at `tokens`. */
interface Lengths {
  trained: number;
  tokens: number;
}

interface Extension {
  /** The method that was trained. */
  of: MethodName;
  positionsAt(lengths: Lengths): Positions;
}

const rope = (scalingAt: (factor: number, trained: number) => RopeScaling): Extension => ({
  of: "rope",
  positionsAt: ({ trained, tokens }) => ({
    method: { kind: "rotary", scaling: tokens > trained ? scalingAt(tokens / trained, trained) : { kind: "none" } },
  }),
});

const extensions = {
  linear: rope((factor) => ({ kind: "linear", factor })),
  ntk: rope((alpha) => ({ kind: "ntk", alpha })),
  // The factor is a setting of the model; the length is what it goes by.
  dynamic_ntk: rope((_, trained) => ({ kind: "dynamic_ntk", factor: 2, max_position_embeddings: trained })),
  yarn: rope((factor, trained) => ({ kind: "yarn", factor, original_max_position_embeddings: trained })),
  log_n: {
    of: "rope",
    positionsAt: ({ trained }) => ({
      method: { kind: "rotary" },
      query_scale: { kind: "log_n", original_max_position_embeddings: trained },
    }),
  },
  alibi_flat: { of: "alibi", positionsAt: () => ({ method: { kind: "alibi", alibi_bias_max: 16 } }) },
  alibi_steep: { of: "alibi", positionsAt: () => ({ method: { kind: "alibi", alibi_bias_max: 4 } }) },
  interpolated: {
    of: "learned",
    positionsAt: ({ trained }) => ({ method: { kind: "learned", rows: trained, extension: "interpolate" } }),
  },
} as const satisfies Record<string, Extension>;

export type ExtensionName = keyof typeof extensions;
export const extensionNames = Object.keys(extensions) as ExtensionName[];

export function isExtensionName(name: string): name is ExtensionName {
  return Object.hasOwn(extensions, name);
}

export function extensionOf(name: ExtensionName): Extension {
  return extensions[name];
}
