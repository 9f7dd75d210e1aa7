import type { TrainerPort } from "./messages.ts";

/** Where runs can be trained. Two implementations, host-browser and host-node, chosen by the alias #training-host. */
export interface TrainingHost {
  startWorker(): TrainerPort;
  /** How many of them compute at a time. */
  parallelism(): number;
}
