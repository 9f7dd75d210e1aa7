/** The calls that are timed: attention on the same q, k and v with each method, without one, and with almost no work. */
import type { Mask, Method, Problem } from "../../../engine/index.ts";
import { type CostState, TIMED, type Timed } from "../state.ts";

/** frame: each query sees one key, so that the input, the projections, copies and the call itself are what takes time. */
export type Subject = "frame" | "none" | Timed;

export interface Setup {
  tokens: number;
  heads: number;
  head_dim: number;
  mask: "causal" | "none";
  engine: "wasm" | "webgpu";
  rounds: number;
  methods: readonly Timed[];
}

export function setupOf(state: CostState): Setup {
  const few: Timed[] = ["rotary", "alibi", state.method];
  return {
    tokens: state.tokens,
    heads: Number(state.heads),
    head_dim: Number(state.head_dim),
    mask: state.mask as Setup["mask"],
    engine: state.engine as Setup["engine"],
    rounds: state.rounds,
    methods: state.set === "all" ? TIMED : [...new Set(few)],
  };
}

const QUICK_TOKENS = 384;

/** What opens the page: small enough to be there at once. */
export const quickSetup = (state: CostState): Setup => ({
  ...setupOf(state),
  tokens: Math.min(state.tokens, QUICK_TOKENS),
  engine: "wasm",
  rounds: 7,
  methods: ["rotary", "alibi"],
});

export const keyOf = (setup: Setup): string => JSON.stringify(setup);

/** Narrow inputs: projections then cost next to nothing, and only words travel to the worker. */
const MODEL_DIM = 8;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** One problem per subject, on the same q, k and v. */
export function problemsOf(setup: Setup): Map<Subject, Problem> {
  const { tokens, heads, head_dim } = setup;
  const input = {
    kind: "tokens" as const,
    tokens: Array.from({ length: tokens }, (_, at) => LETTERS[at % LETTERS.length] as string),
    model_dim: MODEL_DIM,
    heads,
    head_dim,
  };
  // The same scale for all: T5 has none of its own, and the size of scores decides nothing about time.
  const scale = 1 / Math.sqrt(setup.head_dim);
  const of = (method: Method, mask: Mask = { kind: setup.mask }): Problem => ({ input, method, mask, scale });
  return new Map<Subject, Problem>([
    ["frame", of({ kind: "none" }, { kind: "sliding_window", window: 1 })],
    ["none", of({ kind: "none" })],
    ...setup.methods.map((kind): [Subject, Problem] => [kind, of({ kind })]),
  ]);
}

/** The call that is timed for the state's method, and a shell line that times it with the command. */
export const problemOf = (state: CostState): Problem | null => problemsOf(setupOf(state)).get(state.method) ?? null;

export const commandOf = (state: CostState): string =>
  `time (echo '${JSON.stringify(problemOf(state))}' | npx posenc attention - --outputs output > /dev/null)`;
