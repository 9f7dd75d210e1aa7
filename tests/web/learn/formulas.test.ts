/** The path's formulas against the core, and against the numbers that the worked examples promise. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Method, type Posenc, type Problem } from "../../../web/src/engine/index.ts";
import {
  alibiSlopes,
  causalBucket,
  frequencies,
  interpolatedRow,
  ntkBase,
  type Pair,
  pairOfTurns,
  ropeScore,
  sinusoidalRow,
  softmax,
  wavelengths,
  yarnAttentionFactor,
  yarnKept,
} from "../../../web/src/learn/formulas.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "reference" });
});
afterAll(() => posenc.close());

/** What a method adds to the score of the last query, key by key. */
async function biasOf(method: Method, keys: number, heads = 1): Promise<number[][]> {
  const tokens = Array.from({ length: keys }, () => "a");
  const tensor = (rows: number) => Array.from({ length: heads }, () => Array.from({ length: rows }, () => [0, 0]));
  const problem: Problem = {
    input: { kind: "tensors", query: tensor(tokens.length), key: tensor(tokens.length) },
    method,
    mask: { kind: "causal" },
  };
  const { scores } = await posenc.attention(problem, { outputs: ["scores"] });
  const data = scores?.data ?? new Float64Array();
  return Array.from({ length: heads }, (_, head) =>
    Array.from({ length: keys }, (_, key) => data[(head * keys + keys - 1) * keys + key] as number),
  );
}

describe("against the core", () => {
  test("frequencies and wavelengths", async () => {
    for (const [width, base] of [
      [64, 10_000],
      [128, 10_000],
      [128, 1_000_000],
    ] as const) {
      const found = await posenc.frequencies({ method: { kind: "rotary", rope_theta: base }, head_dim: width });
      for (const [pair, frequency] of frequencies(width, base).entries())
        expect(found.inv_freq[pair]).toBeCloseTo(frequency, 12);
      for (const [pair, length] of wavelengths(width, base).entries())
        expect((found.wavelength[pair] as number) / length).toBeCloseTo(1, 10);
    }
  });

  test("sinusoidal rows", async () => {
    const input = { kind: "tokens", tokens: ["a", "b", "c", "d"], model_dim: 4 } as const;
    const { encoding } = await posenc.attention({ input, method: { kind: "sinusoidal" } }, { outputs: ["encoding"] });
    for (const position of [0, 1, 2, 3])
      for (const [channel, value] of sinusoidalRow(position, 4).entries())
        expect(encoding?.data[4 * position + channel]).toBeCloseTo(value, 6);
  });

  test("the RoPE score of one pair", async () => {
    const vectors: [Pair, Pair][] = [
      [
        [1, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [0, 1],
      ],
    ];
    for (const [q, k] of vectors) {
      for (const [i, j] of [
        [0, 1],
        [4, 5],
        [0, 2],
      ] as const) {
        const { scores } = await posenc.attention(
          {
            input: { kind: "tensors", query: [[...q]], key: [[...k]] },
            method: { kind: "rotary", inv_freq: [Math.PI / 2] },
            query_positions: [i],
            key_positions: [j],
            scale: 1,
          },
          { outputs: ["scores"] },
        );
        expect(scores?.data[0]).toBeCloseTo(ropeScore([q, k], [i, j], Math.PI / 2), 10);
      }
    }
  });

  test("T5's buckets: distances share a number exactly where they share a bucket", async () => {
    const table = Array.from({ length: 32 }, (_, bucket) => [bucket]);
    const [bias] = await biasOf({ kind: "t5_bias", bidirectional: false, table }, 300);
    expect(bias).toEqual(bias?.map((_, key) => causalBucket(299 - key)));
  });

  test.each([1, 2, 3, 6, 8, 12, 16])("ALiBi's slopes of %i heads", async (heads) => {
    const bias = await biasOf({ kind: "alibi" }, 2, heads);
    for (const [head, slope] of alibiSlopes(heads).entries()) expect(bias[head]?.[0]).toBeCloseTo(-slope, 10);
  });

  test("the NTK base", async () => {
    const found = await posenc.frequencies({
      method: { kind: "rotary", scaling: { kind: "ntk", alpha: 4 } },
      head_dim: 128,
    });
    expect(found.base / ntkBase(10_000, 4, 128)).toBeCloseTo(1, 12);
  });

  test("YaRN's ramp, kept pairs and factor on Qwen2.5", async () => {
    const qwen = { width: 128, base: 1_000_000, original: 32_768 };
    const found = await posenc.frequencies({
      method: {
        kind: "rotary",
        rope_theta: qwen.base,
        scaling: { kind: "yarn", factor: 4, original_max_position_embeddings: qwen.original },
      },
      head_dim: qwen.width,
    });
    expect(found.regime.filter((one) => one === "kept")).toHaveLength(yarnKept(qwen));
    expect(found.ramp?.[0]).toBe(Math.floor(pairOfTurns(32, qwen)));
    expect(found.attention_factor).toBeCloseTo(yarnAttentionFactor(4), 12);
  });

  test("Llama 2's pairs that never complete a turn", async () => {
    const scaling = { kind: "linear", factor: 1 } as const;
    const { wavelength } = await posenc.frequencies({ method: { kind: "rotary", scaling }, head_dim: 128 });
    const unturned = wavelength.filter((length) => length > 4096);
    expect(wavelengths(128).filter((length) => length > 4096)).toHaveLength(unturned.length);
  });

  test("rows of an interpolated table", async () => {
    // Two channels that grow with the row: the row can be read off.
    const table = Array.from({ length: 32 }, (_, row) => [row, 1]);
    const tokens = Array.from({ length: 64 }, () => "a");
    const { encoding } = await posenc.attention(
      {
        input: { kind: "tokens", tokens, model_dim: 2 },
        method: { kind: "learned", table, extension: "interpolate" },
      },
      { outputs: ["encoding"] },
    );
    for (const position of [0, 21, 40, 63])
      expect(encoding?.data[2 * position]).toBeCloseTo(interpolatedRow(position, 32, 64), 5);
  });
});

describe("the worked examples", () => {
  test("sinusoidal of width 4", () => {
    const round = (row: number[]) => row.map((value) => value.toFixed(4));
    expect(round(sinusoidalRow(0, 4))).toEqual(["0.0000", "1.0000", "0.0000", "1.0000"]);
    expect(round(sinusoidalRow(1, 4))).toEqual(["0.8415", "0.5403", "0.0100", "1.0000"]);
    expect(round(sinusoidalRow(2, 4))).toEqual(["0.9093", "-0.4161", "0.0200", "0.9998"]);
  });

  test("ALiBi: content scores 2 and 2, slope 0.5, distances 1 and 4", () => {
    const [near, far] = softmax([2 - 0.5, 2 - 2]);
    expect((near as number) / (far as number)).toBeCloseTo(Math.exp(1.5), 10);
    expect(alibiSlopes(8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((power) => 2 ** -power));
    expect(
      alibiSlopes(12)
        .slice(8)
        .map((slope) => slope.toFixed(6)),
    ).toEqual(["0.707107", "0.353553", "0.176777", "0.088388"]);
  });

  test("wavelengths from 2π towards 2π · 10000, which is never reached", () => {
    const lengths = wavelengths(64);
    expect(lengths[0]).toBeCloseTo(2 * Math.PI, 12);
    expect(lengths.at(-1)).toBeLessThan(2 * Math.PI * 10_000);
  });

  test("T5, one-sided: the listed distances", () => {
    const listed = { 128: 31, 127: 31, 64: 26, 32: 21, 20: 17, 16: 16, 15: 15, 9: 9, 8: 8, 0: 0 };
    for (const [distance, bucket] of Object.entries(listed)) expect(causalBucket(Number(distance))).toBe(bucket);
  });
});
