/** Where states of the page are kept over time: fragments of addresses, in the browser's history. */

export interface HistoryPlace {
  hash(): string;
  /** Replaces or pushes an address: the fragment, or "" for none. Browsers may refuse a call when there are too many. */
  write(how: "push" | "replace", hash: string): void;
  onReturn(listener: () => void): void;
}

/** The address bar. */
export function browserPlace(): HistoryPlace {
  return {
    hash: () => location.hash,
    write(how, hash) {
      const address = `${location.pathname}${location.search}${hash}`;
      try {
        if (how === "push") history.pushState(null, "", address);
        else history.replaceState(null, "", address);
      } catch {
        // Too many changes in a short time: the address lags behind until the next one.
      }
    },
    onReturn(listener) {
      addEventListener("popstate", listener);
    },
  };
}
