/**
 * One run at a time in a worker of its own. Calls are answered in order; a worker that broke takes its run with it, so
 * whoever wants to go on saves parameters() in time.
 *
 *   const trainer = openTrainer();
 *   await trainer.start({ task: { kind: "passkey" }, method: { kind: "rotary" } });
 *   const { losses } = await trainer.steps(100);
 *   const { accuracy } = await trainer.test({ tokens: 64 });
 *   trainer.close();
 */
import { host as defaultHost } from "#training-host";
import { PosencError } from "../engine/errors.ts";
import type { Tensor } from "../engine/problem.ts";
import { toCoreProblem } from "../engine/problem-json.ts";
import { unwrap } from "../engine/wasm/core.ts";
import type { CoreAnswer } from "../engine/wasm/core-module.ts";
import type {
  Experiment,
  NamedTensor,
  Positions,
  TestReport,
  TestRequest,
  TrainingFacts,
  TrainingSteps,
} from "./experiment.ts";
import type { TrainingHost } from "./host.ts";
import type { TrainingAnswer, TrainingRequest } from "./training-module.ts";

export interface Trainer {
  /** A fresh model, or one that goes on from saved parameters. The run before is forgotten. */
  start(experiment: Experiment, parameters?: readonly NamedTensor[]): Promise<TrainingFacts>;
  steps(count: number): Promise<TrainingSteps>;
  /** Rejects where the positions do not go to this length. */
  test(request: TestRequest): Promise<TestReport>;
  /** [layers * heads, tokens, tokens]: the weights of one sequence. */
  attention(request: TestRequest): Promise<Tensor>;
  parameters(): Promise<readonly NamedTensor[]>;
  /** Open calls are rejected with code "closed". */
  close(): void;
}

interface Waiting {
  resolve(answer: TrainingAnswer): void;
  reject(error: PosencError): void;
}

export function openTrainer(host: TrainingHost = defaultHost): Trainer {
  const port = host.startWorker();
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let ended: PosencError | null = null;

  const end = (error: PosencError) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    port.terminate();
  };
  const broken = (reason: string) => end(new PosencError("worker_trap", `the training worker stopped: ${reason}`));
  port.onmessage = ({ data }) => {
    if (data.kind === "broken") return broken(data.reason);
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  };
  port.onerror = ({ message }) => broken(message);

  async function call<T>(request: TrainingRequest): Promise<T> {
    if (ended) throw ended;
    const answer = await new Promise<TrainingAnswer>((resolve, reject) => {
      waiting.set(nextId, { resolve, reject });
      port.postMessage({ id: nextId++, ...request });
    });
    return unwrap(answer as CoreAnswer<T>);
  }

  return {
    start: async (experiment, parameters) =>
      call({ call: "start", args: [{ ...experiment, ...flatPositions(experiment) }, parameters] }),
    steps: (count) => call({ call: "steps", args: [count] }),
    test: async (request) => call({ call: "test", args: [flatRequest(request)] }),
    attention: async (request) => call({ call: "attention", args: [flatRequest(request)] }),
    parameters: () => call({ call: "parameters", args: [] }),
    close: () => end(new PosencError("closed", "this trainer was closed")),
  };
}

/** Nested arrays of tables as tensors. */
function flatPositions({ method }: Positions): Positions {
  const flat = toCoreProblem({ method }).method;
  return flat === undefined ? {} : { method: flat };
}

function flatRequest(request: TestRequest): TestRequest {
  const { positions } = request;
  return positions ? { ...request, positions: { ...positions, ...flatPositions(positions) } } : request;
}
