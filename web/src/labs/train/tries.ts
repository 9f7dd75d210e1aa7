/** Studies worth a run; each also shows the recording of its task. */
import type { Try } from "../../lab/lab-element.ts";
import type { TrainState } from "./state.ts";
import { type TrainKey, t } from "./strings.ts";

const TRIES: readonly Omit<Try<TrainState>, "text">[] = [
  {
    name: "biting",
    change: { task: "biting", methods: ["none", "sinusoidal", "rope", "alibi"], steps: 200, tokens: 16 },
  },
  { name: "induction", change: { task: "induction", methods: ["none", "t5", "rope", "alibi"], seeds: 3 } },
  { name: "needle", change: { methods: ["none", "rope", "alibi"], depths: "5", steps: 600 } },
  {
    name: "extend",
    change: {
      task: "hidden_markov",
      methods: ["rope"],
      extensions: ["linear", "ntk", "dynamic_ntk", "yarn"],
      fine_tune: 50,
    },
  },
  { name: "diverge", change: { task: "copying", methods: ["rope"], rate: 0.5, warmup: 0, steps: 100 } },
];

export const tries = (): Try<TrainState>[] => TRIES.map((one) => ({ ...one, text: t(`try.${one.name}` as TrainKey) }));
