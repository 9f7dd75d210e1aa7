/** Position methods by a short name, as an experiment on so many tokens takes them. */
import type { Method } from "../engine/problem.ts";
import type { TaskKind } from "./experiment.ts";

/** What a preset depends on. */
interface Setting {
  /** In training: a learned table has as many rows. */
  tokens: number;
  /** Classifiers see both ways. */
  bothWays: boolean;
}

const presets = {
  none: () => [],
  sinusoidal: () => [{ kind: "sinusoidal" }],
  learned: ({ tokens }) => [{ kind: "learned", rows: tokens }],
  shaw: () => [{ kind: "shaw" }],
  xl: () => [{ kind: "transformer_xl" }],
  t5: ({ bothWays }) => [{ kind: "t5_bias", bidirectional: bothWays }],
  deberta: ({ tokens }) => [{ kind: "deberta", max_relative_positions: tokens }],
  rope: () => [{ kind: "rotary" }],
  alibi: ({ bothWays }) => [{ kind: "alibi", direction: bothWays ? "symmetric" : "causal" }],
  kerple: () => [{ kind: "kerple" }],
  sandwich: () => [{ kind: "sandwich" }],
  fire: () => [{ kind: "fire" }],
  cope: () => [{ kind: "cope" }],
} as const satisfies Record<string, (setting: Setting) => readonly Method[]>;

export type MethodName = keyof typeof presets;
export const methodNames = Object.keys(presets) as MethodName[];

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(presets, name);
}

export function methodOf(name: MethodName, tokens: number, task: TaskKind): readonly Method[] {
  return presets[name]({ tokens, bothWays: task === "biting" });
}
