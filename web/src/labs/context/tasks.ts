/** What to compute for a reading and the state of the page. */
import type { RopeScaling } from "../../engine/index.ts";
import type { Tasks } from "../../lab/session.ts";
import type { CatalogueModel } from "../../models/types.ts";
import { dialectsTask } from "./dialect-task.ts";
import {
  comparisonTask,
  curveTask,
  type Engine,
  followsLength,
  frequenciesTask,
  layersTask,
  lengthsTask,
  type Parts,
  precisionTask,
  type Side,
  withoutScaling,
} from "./parts.ts";
import { chosenLayers, lengthOriginOf, type Reading, type RotaryAt, readSubject, rotaryAt } from "./reading.ts";
import { sideOf } from "./sides.ts";
import type { ContextState } from "./state.ts";

export function tasksFor(
  answered: Reading,
  state: ContextState,
  models: readonly CatalogueModel[],
): Tasks<Parts, Engine> {
  const at = rotaryAt(answered, state);
  if (!at) return {};
  const origin = lengthOriginOf(answered, state);
  const other = comparedWith(answered, state, models);
  return {
    frequencies: frequenciesTask(at, origin),
    curve: curveTask(at),
    ...(followsLength(at.method) ? { lengths: lengthsTask(at, boundaryOf(at), lastLength(answered, state, at)) } : {}),
    precision: precisionTask(at, state.stage),
    dialects: dialectsTask(answered.config, at.length),
    ...(other ? { comparison: comparisonTask(other.at, at, [other.side, sideOf(answered, state.layerType)]) } : {}),
    layers: layersTask(turningLayers(answered, state)),
  };
}

/** As far as the file, the visitor, and a few doublings of the boundary reach. */
function lastLength(answered: Reading, { layerType }: ContextState, at: RotaryAt): number {
  const named = rotaryAt(answered, { length: null, layerType })?.length ?? 0;
  return Math.max(8 * boundaryOf(at), named, at.length);
}

function turningLayers(answered: Reading, { length }: ContextState): [string, RotaryAt][] {
  const names = answered.resolution.model?.layerTypes.map(({ name }) => name) ?? [];
  return names.flatMap((name) => {
    const at = rotaryAt(answered, { length, layerType: name });
    return at ? [[name, at] as [string, RotaryAt]] : [];
  });
}

/** What B, the present one, is compared with: A; null where there is nothing that turns. */
export function comparedWith(
  answered: Reading,
  state: ContextState,
  models: readonly CatalogueModel[],
): { side: Side | null; at: RotaryAt } | null {
  if (state.other === null) {
    const at = rotaryAt(answered, state);
    if (!at?.method.scaling || at.method.scaling.kind === "none") return null;
    return { side: null, at: { ...at, method: withoutScaling(at.method) } };
  }
  const reading = readOther(state.other, models);
  const { model } = answered.resolution;
  const layerType = state.other.layerType ?? (model ? chosenLayers(model, state.layerType).name : null);
  const at = reading && rotaryAt(reading, { length: state.length, layerType });
  return at && { side: sideOf(reading, layerType), at };
}

export function readOther(
  other: NonNullable<ContextState["other"]>,
  models: readonly CatalogueModel[],
): Reading | null {
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
