/** A place for a state that is nobody's address: the same entries, kept in memory. */
import type { HistoryPlace } from "./history-place.ts";

export interface MemoryPlace extends HistoryPlace {
  /** As if someone had followed a link there. */
  go(hash: string): void;
}

export function memoryPlace(start: string, written: (hash: string) => void): MemoryPlace {
  let hash = withSign(start);
  let returned = () => {};
  return {
    hash: () => hash,
    write(_, next) {
      hash = next;
      written(hash);
    },
    onReturn(listener) {
      returned = listener;
    },
    go(next) {
      hash = withSign(next);
      returned();
    },
  };
}

const withSign = (state: string): string => {
  const bare = state.replace(/^#/, "");
  return bare === "" ? "" : `#${bare}`;
};
