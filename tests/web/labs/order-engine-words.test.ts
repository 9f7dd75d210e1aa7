/** What the badge of lab Order says, in three languages, from a status. */
import { afterAll, expect, test } from "vitest";
import type { EngineStatus } from "../../../web/src/engine/index.ts";
import { setLanguage } from "../../../web/src/i18n/catalogue.ts";
import {
  badge,
  checkText,
  fallbackOf,
  fallbackText,
  ruleText,
  ruleTitle,
} from "../../../web/src/labs/order/engine-words.ts";
import type { LabResult } from "../../../web/src/labs/order/session.ts";

afterAll(() => setLanguage("en"));

const core = { version: "1", simd: "wasm", lanes: 4, compiler: "" };
const adapter = { vendor: "acme", architecture: "a1", description: "acme", isFallback: false };
const status: EngineStatus = { engine: "webgpu", requested: "auto", adapter, core, restarts: 0, workers: 1 };
const result = (engine: string, fallback?: EngineStatus["fallback"]) => ({ data: { engine, fallback } }) as LabResult;
const rule = { fixedMs: 2.5, gpuRate: 2.1e9, wasmRate: 25e6, threshold: 40.4e6 };
const spaced = (text: string | null) => text?.replaceAll("\u00a0", " ");
const check = { calls: 3, rows: 24, worst: 3.1e-7, allowed: 9e-6 };

test.each([
  [
    "en",
    "WebGPU from 40 million multiply-adds on, measured here",
    "worst error 3.1 × 10⁻⁷ in 24 rows (allowed 9.0 × 10⁻⁶)",
  ],
  ["zh-Hans", "乘加运算达到 4000万次起用 WebGPU，本机实测", "24 行中最大误差 3.1 × 10⁻⁷（允许 9.0 × 10⁻⁶）"],
  ["zh-Hant", "乘加運算達到 4000萬次起用 WebGPU，本機實測", "24 列中最大誤差 3.1 × 10⁻⁷（允許 9.0 × 10⁻⁶）"],
] as const)("%s", async (language, ruleWords, checkWords) => {
  await setLanguage(language);
  expect(ruleText(rule)).toBe(ruleWords);
  expect(ruleText({ ...rule, threshold: null })).not.toContain("{");
  expect(spaced(checkText({ ...status, check }, null))).toContain(checkWords);
  expect(spaced(checkText({ ...status, check: { ...check, rows: 1 } }, null))).toContain("3.1 × 10⁻⁷");
  expect(checkText(status, null)).not.toMatch(/[{}]|engine\./);
  expect(checkText({ ...status, check }, result("wasm"))).toBeNull();
  for (const code of [
    "device_lost",
    "out_of_memory",
    "gpu_error",
    "too_large",
    "not_on_gpu",
    "self_test_failed",
  ] as const) {
    const text = fallbackText({ code, message: "" }, status);
    expect(text).not.toMatch(/[{}]|engine\./);
    expect(text).not.toBe(fallbackText({ code, message: "" }, { ...status, fallback: { code, message: "" } }));
  }
  const failed = {
    ...status,
    check: { ...check, worst: 0.01 },
    fallback: { code: "check_failed", message: "" } as const,
  };
  expect(fallbackText(failed.fallback, failed)).toContain("0.0100");
});

test("the engine that computed is named, and the reasons of calls stand back behind those of the status", async () => {
  await setLanguage("en");
  expect(ruleTitle(rule)).toBe(
    "A WebGPU call costs 2.50 ms more. Multiply-adds per millisecond: WebGPU 2.1 billion, WebAssembly 25 million.",
  );
  expect(badge(status, null)).toBe("WebGPU on acme a1");
  expect(badge(status, result("wasm"))).toBe("WASM SIMD “wasm”, 4 lanes");
  const [ofCall, ofStatus] = [
    { code: "too_large", message: "1" },
    { code: "device_lost", message: "2" },
  ] as const;
  expect(fallbackOf(status, result("wasm", ofCall))).toBe(ofCall);
  expect(fallbackOf({ ...status, engine: "wasm", fallback: ofStatus }, result("wasm", ofCall))).toBe(ofStatus);
  expect(fallbackOf({ ...status, engine: "wasm" }, result("wasm", ofCall))).toBeNull();
});
