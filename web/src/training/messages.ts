/** What passes between a trainer and its worker: requests are answered in order. */
import type { TrainingAnswer, TrainingRequest } from "./training-module.ts";

export type ToTrainer = { id: number } & TrainingRequest;

export type FromTrainer =
  | { kind: "answer"; id: number; answer: TrainingAnswer }
  /** The module cannot be loaded, or stopped: the worker is of no use any more. */
  | { kind: "broken"; reason: string };

/** The part of Worker that a trainer uses; a thread of Node and the calling thread stand in for it. */
export interface TrainerPort {
  postMessage(message: ToTrainer): void;
  terminate(): void;
  onmessage: ((event: { data: FromTrainer }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
}
