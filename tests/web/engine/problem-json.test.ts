import { describe, expect, test } from "vitest";
import { PosencError } from "../../../web/src/engine/errors.ts";
import type { NestedNumbers, Tensor } from "../../../web/src/engine/problem.ts";
import { maxDepth, maxTextLength, parseProblem, toCoreProblem } from "../../../web/src/engine/problem-json.ts";
import { createRandom, type Random } from "../../parity/random.ts";

function refusal(work: () => unknown): PosencError {
  try {
    work();
  } catch (error) {
    if (error instanceof PosencError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const parseRefusal = (text: string) => refusal(() => parseProblem(text));
const coreRefusal = (input: unknown) => refusal(() => toCoreProblem({ input }));

function queryOf(input: unknown): Tensor {
  const problem = toCoreProblem({ input }) as unknown as { input: { query: Tensor } };
  return problem.input.query;
}

describe("parseProblem", () => {
  test("a problem comes out as it was written", () => {
    const problem = { version: 1, input: { kind: "tokens", tokens: ["狗", "咬", "人"] }, mask: { kind: "causal" } };
    expect(parseProblem(JSON.stringify(problem))).toEqual(problem);
    expect(parseProblem(`\ufeff${JSON.stringify(problem)}`)).toEqual(problem);
  });

  test.each([
    ["", "invalid_json"],
    ["{", "invalid_json"],
    ['{"input": }', "invalid_json"],
    ["{'input': 1}", "invalid_json"],
    ['{"input": NaN}', "invalid_json"],
    ['{"a": 1} {"b": 2}', "invalid_json"],
    ["[]", "invalid_json"],
    ["null", "invalid_json"],
    ['"text"', "invalid_json"],
    ["17", "invalid_json"],
  ])("refuses %j", (text, code) => {
    expect(parseRefusal(text).code).toBe(code);
  });

  test("an error tells line and column", () => {
    expect(parseRefusal('{\n  "input": {}\n  "mask": {}\n}').message).toMatch(/line 3 column 3/);
    expect(parseRefusal('{\n  "input": [1, 2').message).toMatch(/line 2 column/);
  });

  test("text is refused before it is parsed when too long", () => {
    const error = parseRefusal(" ".repeat(maxTextLength + 1));
    expect(error.code).toBe("invalid_json");
    expect(error.message).toContain(`${maxTextLength}`);
  });

  test("a million brackets are refused, not overflowed", () => {
    expect(parseRefusal("[".repeat(1e6)).message).toMatch(/nested deeper than 16 levels \(line 1 column 17\)/);
    expect(parseRefusal(`{"a":`.repeat(1e6)).message).toMatch(/nested deeper/);
  });

  test("brackets inside strings do not count", () => {
    const tokens = ["[".repeat(100), '\\"[[[[', '"'.repeat(50)];
    expect(parseProblem(JSON.stringify({ input: { kind: "tokens", tokens } })).input).toEqual({
      kind: "tokens",
      tokens,
    });
  });

  test("the depth that is allowed is allowed", () => {
    const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(() => parseProblem(nested(maxDepth))).not.toThrow();
    expect(parseRefusal(nested(maxDepth + 1)).code).toBe("invalid_json");
  });

  test("__proto__ stays a field and touches no prototype", () => {
    const problem = parseProblem('{"__proto__": {"polluted": 1}, "input": {"kind": "tokens", "tokens": ["a"]}}');
    const core = toCoreProblem(problem);
    expect(Object.keys(core)).toContain("__proto__");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("whatever is done to a valid text, the answer is an object or a PosencError", () => {
    const random = createRandom(7);
    const valid = JSON.stringify({ input: { kind: "tensors", query: [[1, 2.5e-3]], key: [[0, -1]] }, scale: 1 });
    const alphabet = '{}[]",:0123456789.eE+-\\ntrufalse \u0000\ud800狗';
    for (let round = 0; round < 3000; round++) {
      const units = [...valid];
      for (let edits = random.below(4) + 1; edits > 0; edits--) {
        const at = random.below(units.length);
        const letter = alphabet[random.below(alphabet.length)] ?? "";
        if (random.below(2)) units.splice(at, random.below(3), letter);
        else units[at] = letter;
      }
      try {
        toCoreProblem(parseProblem(units.join("")));
      } catch (error) {
        expect(error).toBeInstanceOf(PosencError);
        expect(["invalid_json", "invalid_argument"]).toContain((error as PosencError).code);
      }
    }
  });
});

describe("toCoreProblem", () => {
  test("flattens any rectangular array in row-major order", () => {
    const random = createRandom(1);
    for (let round = 0; round < 200; round++) {
      const shape = [random.below(4) + 1, random.below(5) + 1, random.below(6) + 1];
      const flat: number[] = [];
      const { data, shape: found } = queryOf({ query: nest(shape, random, flat) });
      expect(found).toEqual(shape);
      expect(data).toEqual(Float32Array.from(flat));
    }
  });

  test("two axes mean one head", () => {
    expect(queryOf({ query: [[1, 2, 3]] })).toEqual({ shape: [1, 1, 3], data: new Float32Array([1, 2, 3]) });
    expect(queryOf({ query: { shape: [2, 1], data: [1, 2] } }).shape).toEqual([1, 2, 1]);
  });

  test("removing or adding one number anywhere is found at its place", () => {
    const random = createRandom(2);
    for (let round = 0; round < 200; round++) {
      const shape = [random.below(3) + 1, random.below(4) + 2, random.below(4) + 1];
      const query = nest(shape, random, []) as number[][][];
      const [h, i] = [random.below(shape[0] ?? 1), random.below((shape[1] ?? 1) - 1) + 1];
      const row = query[h]?.[i] ?? [];
      if (random.below(2)) row.push(0);
      else row.pop();
      expect(coreRefusal({ query }).message).toBe(
        `input.query[${h}][${i}]: expected ${shape[2]} elements, got ${row.length}`,
      );
    }
  });

  test.each<[string, unknown, string]>([
    ["a ragged row", [[1, 2], [3]], "input.query[1]: expected 2 elements, got 1"],
    ["a number among rows", [[1, 2], 3], "input.query[1]: expected 2 elements, got a number"],
    ["an array among numbers", [[1, [2]]], "input.query[0][1]: expected a number, got an array"],
    ["text", [[1, "2"]], 'input.query[0][1]: expected a number, got "2"'],
    ["null", [[null, 2]], "input.query[0][0]: expected a number, got null"],
    ["a hole", [[1, undefined]], "input.query[0][1]: expected a number, got undefined"],
    ["NaN", [[1, Number.NaN]], "input.query[0][1]: expected a finite float32 number, got NaN"],
    ["infinity", [[Number.POSITIVE_INFINITY]], "input.query[0][0]: expected a finite float32 number, got Infinity"],
    ["more than float32 holds", [[1e39]], "input.query[0][0]: expected a finite float32 number, got 1e+39"],
    ["one axis", [1, 2], "input.query: expected 2 or 3 axes of numbers, got 1"],
    ["four axes", [[[[1]]]], "input.query: expected 2 or 3 axes of numbers, got 4"],
    ["nothing", [], "input.query: expected 2 or 3 axes of numbers, got 1"],
  ])("refuses %s", (_, query, message) => {
    const error = coreRefusal({ query });
    expect(error.code).toBe("invalid_argument");
    expect(error.message).toContain(message);
  });

  test("a tensor object must fit its shape", () => {
    expect(coreRefusal({ query: { shape: [2, 2], data: [1, 2, 3] } }).message).toBe(
      "input.query.data: expected 4 numbers for shape [2, 2], got 3",
    );
    expect(coreRefusal({ query: { shape: [2, -1], data: [] } }).message).toMatch(/^input.query.shape: expected whole/);
    expect(coreRefusal({ query: { shape: "2", data: [] } }).message).toMatch(/^input.query.shape: expected whole/);
    expect(coreRefusal({ query: { shape: [1, 1], data: "1" } }).message).toMatch(/^input.query.data: expected numbers/);
    expect(coreRefusal({ query: { shape: [1, 2], data: new Float64Array([1, 1e300]) } }).message).toMatch(
      /^input.query.data\[1\]: expected a finite float32/,
    );
  });

  test("only the core knows whether a key or value that is not finite is hidden", () => {
    const tensor = { shape: [1, 1], data: new Float32Array([Number.NaN]) };
    const core = toCoreProblem({ input: { key: tensor, value: tensor } }) as unknown as Record<string, unknown>;
    const expected = { shape: [1, 1, 1], data: tensor.data };
    expect(core.input).toEqual({ key: expected, value: expected });
    expect(coreRefusal({ query: tensor }).message).toMatch(/^input.query.data\[0\]: expected a finite float32/);
    expect(coreRefusal({ key: [[Number.NaN]] }).message).toMatch(/^input.key\[0\]\[0\]: expected a finite float32/);
  });

  test("one long row among empty ones is refused before memory is asked for", () => {
    const rows: number[][] = Array.from({ length: 1e5 }, () => []);
    rows[0] = new Array<number>(1e5).fill(0);
    expect(coreRefusal({ query: rows }).message).toBe("input.query[1]: expected 100000 elements, got 0");
  });

  test("embeddings and projections are matrices", () => {
    const projections = { query: [[1, 0]], key: { shape: [1, 2], data: [1, 0] }, value: [[1, 0]] };
    const core = toCoreProblem({ input: { kind: "embeddings", embeddings: [[1, 2]], projections } });
    expect(core.input).toEqual({
      kind: "embeddings",
      embeddings: { shape: [1, 2], data: new Float32Array([1, 2]) },
      projections: {
        query: { shape: [1, 2], data: new Float32Array([1, 0]) },
        key: { shape: [1, 2], data: new Float32Array([1, 0]) },
        value: { shape: [1, 2], data: new Float32Array([1, 0]) },
      },
    });
    expect(coreRefusal({ projections: { query: [[[1]]] } }).message).toBe(
      "input.projections.query: expected 2 axes of numbers, got 3",
    );
  });

  describe("matrices of methods", () => {
    const flatten = (method: unknown) => (toCoreProblem({ method }) as unknown as { method: unknown }).method;

    test.each([
      "table",
      "segment_table",
      "keys",
      "values",
      "u",
      "v",
      "projection",
      "position_keys",
      "position_queries",
      "output_weight",
    ])("%s becomes a tensor, for one method and in a list", (name) => {
      const given = { kind: "any", [name]: [[1, 2]], seed: 3 };
      const flat = { kind: "any", [name]: { shape: [1, 2], data: new Float32Array([1, 2]) }, seed: 3 };
      expect(flatten(given)).toEqual(flat);
      expect(flatten([{ kind: "none" }, given])).toEqual([{ kind: "none" }, flat]);
      expect(flatten({ [name]: { shape: [1, 2], data: [1, 2] } })).toEqual({ [name]: flat[name] });
    });

    test("in the layers of a stack", () => {
      const layers = [{ kind: "none" }, [{ kind: "alibi" }, { kind: "learned", table: [[1, 2]] }]];
      const tensor = { shape: [1, 2], data: new Float32Array([1, 2]) };
      expect(flatten({ kind: "stack", layers })).toEqual({
        kind: "stack",
        layers: [{ kind: "none" }, [{ kind: "alibi" }, { kind: "learned", table: tensor }]],
      });
      const broken = { kind: "stack", layers: [...layers, { kind: "cope", table: [[1, "2"]] }] };
      expect(refusal(() => flatten(broken)).message).toBe('method.layers[2].table[0][1]: expected a number, got "2"');
      expect(flatten({ kind: "stack", layers: 3 })).toEqual({ kind: "stack", layers: 3 });
    });

    test("what is no matrix is left to the core", () => {
      const methods = [
        { kind: "shaw", keys: null, values: null },
        { kind: "sinusoidal", table: "paper" },
        { kind: "alibi", slopes: [1, 2], table: 3 },
        null,
        "rotary",
      ];
      expect(flatten(methods)).toEqual(methods);
      for (const method of methods) expect(flatten(method)).toEqual(method);
    });

    test("errors say where", () => {
      const messageOf = (method: unknown) => refusal(() => flatten(method)).message;
      const table = [[1, 2, 3, Number.NaN]];
      expect(messageOf({ kind: "learned", table })).toBe(
        "method.table[0][3]: expected a finite float32 number, got NaN",
      );
      expect(messageOf([{ kind: "none" }, { kind: "learned", table }])).toBe(
        "method[1].table[0][3]: expected a finite float32 number, got NaN",
      );
      expect(messageOf([{ u: [[1], [1, 2]] }])).toBe("method[0].u[1]: expected 1 elements, got 2");
      expect(messageOf({ keys: [1, 2] })).toBe("method.keys: expected 2 axes of numbers, got 1");
      expect(messageOf({ values: { shape: [2, 2], data: [1] } })).toMatch(/^method\.values\.data: expected 4 numbers/);
    });
  });

  test("other fields and the argument itself are left alone", () => {
    const problem = {
      input: { kind: "tensors", query: [[1]], key: "no tensor", extra: 1 },
      method: { kind: "?" },
      x: null,
    };
    const before = structuredClone(problem);
    expect(toCoreProblem(problem)).toEqual({
      ...problem,
      input: { ...problem.input, query: { shape: [1, 1, 1], data: new Float32Array([1]) } },
    });
    expect(problem).toEqual(before);
    expect(toCoreProblem({ input: 3 })).toEqual({ input: 3 });
    expect(refusal(() => toCoreProblem(null)).message).toBe("problem: expected an object, got null");
  });
});

function nest(shape: readonly number[], random: Random, flat: number[]): NestedNumbers {
  const [size = 0, ...rest] = shape;
  if (rest.length > 0) return Array.from({ length: size }, () => nest(rest, random, flat));
  return Array.from({ length: size }, () => {
    const number = random.signed();
    flat.push(number);
    return number;
  });
}
