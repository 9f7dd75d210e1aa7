/** Terms of vectors: they add up to the engine's score, and each is what its name says. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import type { TermName, TermsPart } from "../../../web/src/labs/relative/parts.ts";
import { cellAt, positionShare, readPair } from "../../../web/src/labs/relative/reading.ts";
import { type RelativeState, SCHEMA } from "../../../web/src/labs/relative/state.ts";
import { termsTask } from "../../../web/src/labs/relative/term-tasks.ts";
import { startOf } from "../../../web/src/state/schema.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "reference" });
});
afterAll(() => posenc.close());

const { signal } = new AbortController();
const WORDS = ["狗", "咬", "人", "咬", "狗"];
const stateOf = (change: Partial<RelativeState>): RelativeState => ({ ...startOf(SCHEMA), heads: 2, ...change });
const termsOf = (change: Partial<RelativeState>, tokens: readonly string[] = WORDS): Promise<TermsPart> =>
  termsTask(stateOf(change), tokens).run(posenc, signal);

const valuesOf = ({ terms }: TermsPart, name: TermName): Float64Array =>
  terms.find((term) => term.name === name)?.values ?? new Float64Array();

describe.each([
  // Given vectors are float32.
  ["shaw", ["content", "pair"], 1e-6],
  ["transformer_xl", ["content", "content_position", "global_content", "global_position"], 1e-12],
  ["deberta", ["content", "c2p", "p2c"], 1e-12],
] as const)("%s", (method, names, most) => {
  test.each(["causal", "none"] as const)(
    "its terms, asked for apart, add up to the score under mask %s",
    async (mask) => {
      const part = await termsOf({ method, mask });
      expect(part.terms.map(({ name }) => name)).toEqual(names);
      expect(part.check).toBeLessThan(most);
      for (const { values } of part.terms.slice(1)) expect(values.some((value) => Math.abs(value) > 1e-3)).toBe(true);
      const hidden = mask === "causal" ? 20 : 0;
      expect([...part.scores.data].filter((score) => score === -Infinity)).toHaveLength(hidden);
    },
  );
});

describe("Transformer-XL", () => {
  test("(d) is constant along diagonals, (c) along columns; (b) is neither", async () => {
    const part = await termsOf({ method: "transformer_xl", mask: "none" });
    const at = (name: TermName, query: number, key: number) =>
      valuesOf(part, name)[cellAt(5, 0, { query, key })] as number;
    expect(at("global_position", 1, 0)).toBeCloseTo(at("global_position", 4, 3), 12);
    expect(at("global_content", 0, 2)).toBeCloseTo(at("global_content", 4, 2), 12);
    expect(Math.abs(at("content_position", 1, 0) - at("content_position", 4, 3))).toBeGreaterThan(1e-3);
  });

  test("(b) and (d) count as position, (a) and (c) as content", async () => {
    const state = stateOf({ method: "transformer_xl", query: 3, key: 1 });
    const terms = await termsOf(state);
    const reading = readPair(state, { terms });
    const at = cellAt(5, 0, { query: 3, key: 1 });
    const sum = (...names: TermName[]) =>
      names.reduce((total, name) => total + (valuesOf(terms, name)[at] as number), 0);
    expect(reading?.position).toBeCloseTo(sum("content_position", "global_position"), 12);
    expect(reading?.content).toBeCloseTo(sum("content", "global_content"), 12);
    expect((reading?.content ?? 0) + (reading?.position ?? 0)).toBeCloseTo(reading?.score ?? Number.NaN, 12);
    expect(positionShare(terms, 0)).toBeGreaterThan(0);
    expect(positionShare(terms, 0)).toBeLessThan(1);
  });
});

describe("Shaw", () => {
  test("from 咬 at 1, 狗 at 0 has Δ = −1 and 人 at 2 has Δ = +1", async () => {
    const state = stateOf({ method: "shaw", mask: "none", query: 1, key: 0 });
    const terms = await termsOf(state, ["狗", "咬", "人"]);
    expect(readPair(state, { terms })?.relative).toBe(-1);
    expect(readPair(state, { terms }, { query: 1, key: 2 })?.relative).toBe(1);
  });

  test("a key per pair: equal clipped Δ see the same key, others another one", async () => {
    const { shaw } = await termsOf({ method: "shaw", mask: "none", clip: 1 });
    const { seen } = shaw as NonNullable<TermsPart["shaw"]>;
    const row = (query: number, key: number) =>
      Array.from({ length: 8 }, (_, c) => seen.data[(query * 8 + c) * 5 + key] as number);
    expect(row(4, 1)).toEqual(row(3, 1));
    expect(row(4, 1)).not.toEqual(row(1, 1));
    expect(row(0, 1)).not.toEqual(row(4, 1));
  });

  test("value vectors change the output; beyond the clip the Music Transformer has none", async () => {
    const paper = await termsOf({ method: "shaw", mask: "none", clip: 1 });
    const music = await termsOf({ method: "shaw", mask: "none", clip: 1, beyond: "zero" });
    expect(paper.shaw?.values.some((value) => Math.abs(value) > 1e-3)).toBe(true);
    const far = cellAt(5, 0, { query: 0, key: 4 });
    expect(valuesOf(music, "pair")[far]).toBeCloseTo(0, 12);
    expect(Math.abs(valuesOf(paper, "pair")[far] as number)).toBeGreaterThan(1e-4);
  });
});

describe("CoPE", () => {
  test("gates are the sigmoid of the content score, and positions count them up to the query", async () => {
    const part = await termsOf({ method: "cope" });
    const { gates, counted } = part.cope as NonNullable<TermsPart["cope"]>;
    const content = valuesOf(part, "content");
    for (let query = 0; query < 5; ++query) {
      let sum = 0;
      for (let key = query; key >= 0; --key) {
        const at = cellAt(5, 1, { query, key });
        expect(gates[at]).toBeCloseTo(1 / (1 + Math.exp(-(content[at] as number))), 6);
        sum += gates[at] as number;
        expect(counted[at]).toBeCloseTo(sum, 6);
      }
    }
    expect(counted[cellAt(5, 0, { query: 0, key: 1 })]).toBeNaN();
    expect(part.check).toBeNull();
  });

  test("a table of one row has the same term for every count", async () => {
    const part = await termsOf({ method: "cope", positions: 1 });
    const term = valuesOf(part, "counted");
    expect(term[cellAt(5, 0, { query: 4, key: 0 })]).toBeCloseTo(term[cellAt(5, 0, { query: 4, key: 3 })] as number, 9);
  });
});
