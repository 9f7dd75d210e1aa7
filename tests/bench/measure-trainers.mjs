// Training by the public API: one run on one worker, and two methods side by side on two.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { interleave, timeRun } from "./rounds.mjs";

const library = join(import.meta.dirname, "../../build/node/training.mjs");
const METHODS = [{ kind: "rotary" }, { kind: "alibi" }];

export async function measureTrainers(_engines, group) {
  const { openTrainer } = await import(pathToFileURL(library).href);
  const trainers = METHODS.map(() => openTrainer());
  for (const [at, trainer] of trainers.entries())
    await trainer.start({ task: { kind: "hidden_markov" }, method: METHODS[at], training: { tokens: 64, batch: 32 } });
  const candidate = (name, taking) => ({
    name,
    sample: (milliseconds) => timeRun(() => Promise.all(taking.map((one) => one.steps(group.steps))), milliseconds),
  });
  const seconds = await interleave([candidate("one", trainers.slice(0, 1)), candidate("two", trainers)], group.rounds);
  for (const trainer of trainers) trainer.close();
  return { id: group.id, kind: group.kind, seconds };
}
