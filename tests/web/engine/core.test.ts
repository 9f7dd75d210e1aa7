import { describe, expect, test } from "vitest";
import createCore from "#core";
import { toCoreProblem } from "../../../web/src/engine/problem-json.ts";
import { ask, unwrap } from "../../../web/src/engine/wasm/core.ts";
import type { CoreOptions } from "../../../web/src/engine/wasm/core-module.ts";
import { transferables } from "../../../web/src/engine/wasm/transferables.ts";

/** What Embind adds to every module. */
interface Embind {
  count_emval_handles(): number;
  HEAPU8: Uint8Array;
}

const core = await createCore();
const embind = core as unknown as Embind;
const outputs: CoreOptions["outputs"] = ["scores", "weights", "output", "rotated_query"];
const options: CoreOptions = { precision: "float", outputs, permuted: true };
const good = {
  input: { kind: "tokens", tokens: Array.from({ length: 64 }, (_, i) => `${i}`), heads: 2 },
  method: { kind: "rotary" },
  mask: { kind: "causal" },
} as const;
const short = { ...good, input: { kind: "tokens", tokens: ["a", "b"] } } as const;
/** Every slot of a plan but rotation; without a mask it cannot be decoded. */
const tables = toCoreProblem({
  input: { kind: "tokens", tokens: ["a", "b"] },
  method: [
    { kind: "learned", table: [0, 1].map(() => new Array(8).fill(1)) },
    { kind: "alibi" },
    { kind: "shaw", max_relative_position: 1, keys: [0, 1, 2].map(() => new Array(8).fill(1)) },
  ],
});
const bad = { ...good, method: { kind: "rotary", rotary_dim: 3 } } as const;

describe("the core's module", () => {
  test("results own their memory: every buffer can be given away", () => {
    for (const answer of [
      ask(core, { call: "attention", problem: good, options }),
      ask(core, { call: "plan", problem: good, options: { permuted: false } }),
      ask(core, { call: "decode", problem: good, options: { outputs: ["scores", "weights", "output"] } }),
    ]) {
      const buffers = transferables(unwrap(answer));
      expect(buffers.length).toBeGreaterThanOrEqual(outputs.length);
      expect(buffers).not.toContain(embind.HEAPU8.buffer);
      expect(() => structuredClone(answer, { transfer: buffers })).not.toThrow();
    }
  });

  test("makes no output of q and k without values", () => {
    const problem = toCoreProblem({ input: { kind: "tensors", query: [[1]], key: [[1]] }, mask: { kind: "causal" } });
    const asked = (name: "scores" | "output"): CoreOptions => ({ ...options, outputs: [name] });
    const message = (use: string) => `input.value: expected values for ${use}, got nothing`;
    expect(ask(core, { call: "attention", problem, options: asked("scores") })).toMatchObject({ ok: true });
    expect(ask(core, { call: "attention", problem, options: asked("output") })).toMatchObject({
      message: message("output"),
    });
    const decode = ask(core, { call: "decode", problem, options: { outputs: ["scores"] } });
    expect(decode).toMatchObject({ ok: false, message: message("decoding, which compares outputs") });
  });

  test("two thousand calls, refusals among them, leave no handle and no memory behind", () => {
    const round = () => {
      expect(core.attention(good, options).ok).toBe(true);
      expect(core.plan(good, { permuted: true }).ok).toBe(true);
      expect(core.attention(bad, options)).toMatchObject({ ok: false, code: "invalid_argument" });
      expect(core.decode(short, { outputs: ["output"] }).ok).toBe(true);
      expect(core.decode(tables, { outputs: ["output"] })).toMatchObject({ ok: false, code: "invalid_argument" });
      expect(core.plan(tables, { permuted: false }).ok).toBe(true);
      expect(core.describe().ok).toBe(true);
    };
    for (let i = 0; i < 10; i++) round();
    const before = { handles: embind.count_emval_handles(), bytes: embind.HEAPU8.byteLength };
    for (let i = 0; i < 250; i++) round();
    expect({ handles: embind.count_emval_handles(), bytes: embind.HEAPU8.byteLength }).toEqual(before);
  });
});
