/** Work that must not delay a call (measurements, checks) waits for a moment in which none is under way. */
export interface Idle {
  /** `call` counts as under way until it settles. */
  during<T>(call: () => Promise<T>): Promise<T>;
  /** Resolves in such a moment, with a signal that fires when the next call begins. */
  quiet(): Promise<AbortSignal>;
}

export function createIdle(pause: () => Promise<void> = browserIsIdle): Idle {
  let calls = 0;
  let moment = new AbortController();
  const ended: (() => void)[] = [];

  return {
    async during(call) {
      calls++;
      moment.abort();
      try {
        return await call();
      } finally {
        calls--;
        if (calls === 0) for (const resolve of ended.splice(0)) resolve();
      }
    },

    async quiet() {
      do {
        if (calls > 0) await new Promise<void>((resolve) => ended.push(resolve));
        await pause();
      } while (calls > 0);
      if (moment.signal.aborted) moment = new AbortController();
      return moment.signal;
    },
  };
}

/** Where the browser does not say when, after what waits already. */
function browserIsIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
