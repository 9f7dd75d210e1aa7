/** What is computed for a pair of states. */
import type { Pair } from "../../../lab/lab-element.ts";
import type { Tasks } from "../../../lab/session.ts";
import type { Parts } from "../actions.ts";
import { methodOf, pictureKey, type RotationState, vectorKey, widthOf } from "../state.ts";
import { amplitudePart } from "./amplitude.ts";
import { curvePart, isAhead } from "./curve.ts";
import { layoutPart } from "./layouts.ts";
import { picturePart } from "./picture.ts";
import { scorePart } from "./score.ts";
import { onBothSides } from "./sides.ts";

const atPositions = (state: RotationState): string => `${vectorKey(state)} ${state.i} ${state.j}`;
/** The curve goes by distances, not by positions. */
const byDistance = (state: RotationState): string => `${vectorKey(state)} ${state.reach} ${isAhead(state)}`;

export const tasksFor = (pair: Pair<RotationState>): Tasks<Parts> => ({
  score: onBothSides(pair, atPositions, scorePart),
  frequencies: onBothSides(pair, vectorKey, async (posenc, state, signal) => ({
    state,
    found: await posenc.frequencies({ method: methodOf(state), head_dim: widthOf(state) }, { signal }),
  })),
  curve: onBothSides(pair, byDistance, curvePart),
  layouts: onBothSides(pair, atPositions, layoutPart),
  amplitude: onBothSides(pair, vectorKey, amplitudePart),
  picture: onBothSides(pair, pictureKey, picturePart),
});
