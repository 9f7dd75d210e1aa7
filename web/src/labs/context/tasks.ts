/** What to compute for a reading and the state of the page. */
import type { RopeScaling } from "../../engine/index.ts";
import type { CatalogueModel } from "../../models/types.ts";
import { dialectsTask } from "./dialect-task.ts";
import {
  comparisonTask,
  curveTask,
  followsLength,
  frequenciesTask,
  lengthsTask,
  precisionTask,
  type RotaryAt,
  withoutScaling,
} from "./parts.ts";
import { type Reading, readSubject, rotaryAt } from "./reading.ts";
import type { Tasks } from "./session.ts";
import type { ContextState } from "./state.ts";

export function tasksFor(answered: Reading, state: ContextState, models: readonly CatalogueModel[]): Tasks {
  const at = rotaryAt(answered, state);
  if (!at) return {};
  const other = comparedWith(answered, state, models);
  return {
    frequencies: frequenciesTask(at),
    curve: curveTask(at),
    ...(followsLength(at.method) ? { lengths: lengthsTask(at, boundaryOf(at)) } : {}),
    precision: precisionTask(at, state.stage),
    dialects: dialectsTask(answered.config, at.length),
    ...(other ? { comparison: comparisonTask(other.at, at, [other.name, answered.name]) } : {}),
  };
}

/** What B, the present one, is compared with: A; null where there is nothing that turns. */
export function comparedWith(
  answered: Reading,
  state: ContextState,
  models: readonly CatalogueModel[],
): { name: string | null; at: RotaryAt } | null {
  if (state.other === null) {
    const at = rotaryAt(answered, state);
    if (!at?.method.scaling || at.method.scaling.kind === "none") return null;
    return { name: null, at: { ...at, method: withoutScaling(at.method) } };
  }
  const reading = readOther(state.other, models);
  const at = reading && rotaryAt(reading, { length: null, layerType: state.layerType });
  return at && { name: reading.name, at: state.length === null ? at : { ...at, length: state.length } };
}

function readOther(other: NonNullable<ContextState["other"]>, models: readonly CatalogueModel[]): Reading | null {
  try {
    return readSubject(other, models);
  } catch {
    // A text that stopped being a configuration; the comparison says that nothing turns.
    return null;
  }
}

/** Where a scaling by length begins to act. */
function boundaryOf({ method, length }: RotaryAt): number {
  const scaling = (method.scaling ?? { kind: "none" }) as Partial<Extract<RopeScaling, { kind: "yarn" }>>;
  return scaling.max_position_embeddings && method.scaling?.kind !== "longrope"
    ? scaling.max_position_embeddings
    : (scaling.original_max_position_embeddings ?? length);
}
