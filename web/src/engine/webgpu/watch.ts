/**
 * A GPU engine under watch: its results are checked against the core, what it is good for is measured, and its end (the
 * device is lost, or computes wrongly) is told.
 */
import type { AttentionEngine } from "../engine.ts";
import { messageOf } from "../errors.ts";
import { type Fallback, fallbackOf } from "../fallback.ts";
import type { Idle } from "../idle.ts";
import { isWorthGpu } from "../select.ts";
import type { CoreClient } from "../wasm/client.ts";
import type { GpuEngine } from "./engine.ts";
import { measureRule, type Rule } from "./rule.ts";
import { type Checked, withSpotChecks } from "./spot-check.ts";

export interface WatchedGpu {
  /** The GPU, with checks of its results. */
  readonly engine: AttentionEngine;
  readonly rule?: Rule;
  readonly check?: Checked;
  /** Why it is out of use. */
  readonly ended?: Fallback;
  /** Sees to it that the rule is there before long. */
  measureAtIdle(): void;
  /** Whether it is faster than WASM for so many multiply-adds, as far as is known. */
  isWorth(work: number): Promise<boolean>;
  close(): void;
}

export interface WatchOptions {
  engine: Pick<GpuEngine, "name" | "attention" | "lost" | "close">;
  wasm: AttentionEngine;
  client: CoreClient;
  idle: Idle;
  /** `rule`, `check` or `ended` changed. */
  onChange(): void;
}

/** Multiply-adds that wait for the rule: WASM computes for several times 10 ms. */
const worthMeasuring = 1e9;

export function watchGpu({ engine, wasm, client, idle, onChange }: WatchOptions): WatchedGpu {
  let rule: Rule | undefined;
  let check: Checked | undefined;
  let ended: Fallback | undefined;
  let closed = false;
  let measuring: Promise<void> | null = null;
  let isWaiting = false;

  const checked = withSpotChecks({
    ...{ engine, client, idle },
    onChecked(found, failure) {
      check = found;
      if (failure === null) return onChange();
      end({ code: "check_failed", message: `WebGPU computed wrongly: ${failure}` });
      engine.close();
    },
  });
  void engine.lost.then((reason) => end({ code: "device_lost", message: `the WebGPU device was lost: ${reason}` }));

  function end(reason: Fallback): void {
    if (ended || closed) return;
    ended = reason;
    checked.stop();
    onChange();
  }

  async function measure(signal?: AbortSignal): Promise<void> {
    try {
      rule = await measureRule(engine, wasm, { signal });
      onChange();
    } catch (error) {
      // Calls interrupt a measurement at idle; it is made again.
      if (!signal?.aborted) end(fallbackOf(error) ?? { code: "gpu_error", message: messageOf(error) });
    }
  }

  async function measureWhenQuiet(): Promise<void> {
    while (!rule && !ended && !closed) {
      const signal = await idle.quiet();
      if (!rule && !ended && !closed) await measure(signal);
    }
  }

  return {
    engine: checked,
    get rule() {
      return rule;
    },
    get check() {
      return check;
    },
    get ended() {
      return ended;
    },

    measureAtIdle() {
      if (!isWaiting) void measureWhenQuiet();
      isWaiting = true;
    },

    async isWorth(work) {
      if (!rule && !ended && work >= worthMeasuring) {
        measuring ??= measure().finally(() => {
          measuring = null;
        });
        await measuring;
      }
      return !ended && isWorthGpu(work, rule);
    },

    close() {
      closed = true;
      checked.stop();
      engine.close();
    },
  };
}
