/** What the copy buttons give: JSON, CSV and Python. */
import { describe, expect, test } from "vitest";
import type { Frequencies, RopeScaling } from "../../../web/src/engine/index.ts";
import { type LabFigure, toCsv, toJson } from "../../../web/src/lab/figure-data.ts";
import { digits, result, setting, tick } from "../../../web/src/lab/number-text.ts";
import { spread } from "../../../web/src/labs/context/parts.ts";
import {
  curvePython,
  frequencyPython,
  lengthPython,
  precisionPython,
  rampPython,
} from "../../../web/src/labs/context/python.ts";
import type { RotaryAt } from "../../../web/src/labs/context/reading.ts";

const figure: LabFigure = {
  chart: {} as LabFigure["chart"],
  columns: [
    { name: "pair", label: "", values: [0, 1] },
    { name: "wavelength", label: "", values: new Float64Array([6.25, Infinity]) },
    { name: "regime", label: "", values: ["kept", 'a "quoted", word'] },
  ],
  python: "",
};

test("JSON by columns; what JSON cannot say is null", () =>
  expect(JSON.parse(toJson(figure))).toEqual({
    pair: [0, 1],
    wavelength: [6.25, null],
    regime: ["kept", 'a "quoted", word'],
  }));

test("CSV by rows", () =>
  expect(toCsv(figure)).toBe('pair,wavelength,regime\n0,6.25,"kept"\n1,inf,"a ""quoted"", word"\n'));

describe("numbers", () => {
  test("settings keep whole numbers whole", () =>
    expect([500000, 131072, 1.13862943611, 1, 8.0, 0.08838834764, 30527.7367].map(setting)).toEqual([
      "500000",
      "131072",
      "1.13863",
      "1",
      "8",
      "0.0883883",
      "30527.7",
    ]));
  test("results have four digits", () =>
    expect([0, 20471234, 58470.3, 0.28853, 1e-9, Infinity].map(result)).toEqual([
      "0",
      "2.05\u00a0×\u00a010⁷",
      "58470",
      "0.2885",
      "10⁻⁹",
      "∞",
    ]));
  test("ticks are short", () =>
    expect([0, 0.5, 10000, 1e5, 2e5, 1e-6].map(tick)).toEqual([
      "0",
      "0.5",
      "10000",
      "10⁵",
      "2\u00a0×\u00a010⁵",
      "10⁻⁶",
    ]));
  test("tables have nine digits", () =>
    expect([0.0021665707643, 3.068925989e-7, 3, "kept", Infinity].map(digits)).toEqual([
      "0.00216657076",
      "3.06892599e−7",
      "3",
      "kept",
      "∞",
    ]));
});

test("spread gives whole numbers from first to last, each once", () => {
  const positions = spread(1, 131072, 240);
  expect([positions[0], positions.at(-1)]).toEqual([1, 131072]);
  expect(new Set(positions).size).toBe(positions.length);
  expect(spread(1, 1, 5)).toEqual([1, 2]);
});

describe("Python", () => {
  const found = {
    rotary_dim: 128,
    factor: 8,
    attention_factor: 1,
    original_length: 8192,
    ramp: [23, 40],
    inv_freq: new Float64Array([1, 0.5]),
  } as unknown as Frequencies;
  const at = (scaling: RopeScaling): RotaryAt => ({
    method: { kind: "rotary", rope_theta: 500000, scaling },
    head_dim: 128,
    length: 131072,
  });
  const llama3: RopeScaling = {
    kind: "llama3",
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  };

  test("Llama 3", () =>
    expect(frequencyPython(at(llama3), found)).toBe(
      [
        "import numpy as np",
        "d, base = 128, 500000",
        "plain = base ** (-np.arange(0, d, 2) / d)",
        "factor, low, high, L = 8, 1, 4, 8192",
        "turns = L * plain / (2 * np.pi)",
        "smooth = np.clip((turns - low) / max(high - low, 1e-30), 0, 1)",
        "inv_freq = plain * (smooth + (1 - smooth) / factor)",
        "wavelength = 2 * np.pi / inv_freq",
        "",
      ].join("\n"),
    ));

  test.each<[RopeScaling, string]>([
    [{ kind: "none" }, "inv_freq = plain"],
    [{ kind: "linear", factor: 4 }, "inv_freq = plain / 4"],
    [{ kind: "ntk", alpha: 8 }, "new_base = base * 8 ** (d / (d - 2))"],
    [{ kind: "ntk_per_pair", factor: 4 }, "inv_freq = plain * 4 ** (-2 * (np.arange(d // 2) + 1) / d)"],
    [{ kind: "dynamic_ntk", factor: 2, max_position_embeddings: 4096 }, "n = max(131072, 4096)"],
    [{ kind: "dynamic_ntk", factor: 2, max_position_embeddings: 4096, state: "static" }, "n = 8192"],
    [{ kind: "qwen_ntk", original_max_position_embeddings: 8192 }, "n, L = 131072, 8192"],
    [{ kind: "yarn", factor: 8, original_max_position_embeddings: 8192 }, "factor, low, high = 8, 23, 40"],
    [
      { kind: "longrope", short_factor: [1, 1.5], long_factor: [2, 8], original_max_position_embeddings: 4096 },
      "inv_freq = plain / (long if 131072 > 4096 else short)",
    ],
  ])("%o", (scaling, line) => expect(frequencyPython(at(scaling), found).split("\n")).toContain(line));

  test("a list of frequencies is written out", () =>
    expect(frequencyPython({ ...at(llama3), method: { kind: "rotary", inv_freq: [1, 0.25] } }, found)).toContain(
      "inv_freq = np.array([1, 0.25])",
    ));

  test("the other figures", () => {
    expect(rampPython(at(llama3), found)).toContain("turns = 8192 * plain / (2 * np.pi)");
    expect(curvePython(at(llama3), found, [1, 2])).toContain("distances = np.array([1, 2])");
    expect(precisionPython(at(llama3), found, "angle", [1])).toContain("angle = to(positions * inv_freq)");
    expect(precisionPython(at(llama3), found, "all", [1])).toContain("angle = to(to(positions) * to(inv_freq))");
    const dynamic = at({ kind: "dynamic_ntk", factor: 2, max_position_embeddings: 4096 });
    expect(lengthPython(dynamic, found, [4096, 4097])).toContain("for n in [4096, 4097]:\n    d, base = 128, 500000");
  });
});
