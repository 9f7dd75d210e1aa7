/** A part for the present state and, where one is kept, for that too: in one task, so that both come together. */
import type { Posenc } from "../../../engine/index.ts";
import type { Pair } from "../../../lab/lab-element.ts";
import type { Task } from "../../../lab/session.ts";
import type { RotationState } from "../state.ts";

export interface Sides<T> {
  present: T;
  kept: T | null;
}

export function onBothSides<T>(
  { state, other }: Pair<RotationState>,
  keyOf: (state: RotationState) => string,
  run: (posenc: Posenc, state: RotationState, signal: AbortSignal) => Promise<T>,
): Task<Sides<T>> {
  return {
    key: JSON.stringify([keyOf(state), other && keyOf(other)]),
    async run(posenc, signal) {
      const present = await run(posenc, state, signal);
      return { present, kept: other && (await run(posenc, other, signal)) };
    },
  };
}
