import { describe, expect, test } from "vitest";
import { createPosenc } from "../../../web/src/engine/index.ts";
import type { Problem } from "../../../web/src/engine/problem.ts";
import { refusedProblems } from "../refused-problems.ts";

const engines = await Promise.all((["wasm", "reference"] as const).map((engine) => createPosenc({ engine })));

async function expectRefused(problem: unknown, message: RegExp): Promise<void> {
  for (const posenc of engines) {
    const error = await posenc.attention(problem as Problem).then(
      () => ({ code: "none", message: "" }),
      ({ code, message }) => ({ code, message }),
    );
    expect(error).toEqual({ code: "invalid_argument", message: expect.stringMatching(message) });
  }
}

describe("both engines refuse, and name field and value", () => {
  test.each(refusedProblems)("%s", (_, problem, message) => expectRefused(problem, message));
});

test("what float32 cannot hold is refused by the float engine; the reference computes it", async () => {
  const [wasm, reference] = engines;
  const problem = {
    input: { kind: "tokens", tokens: ["a", "b", "c"] },
    method: { kind: "rotary", xpos: { scale_base: 1 } },
    query_positions: [0, 1, 300],
  } as const;
  await expect(wasm?.attention(problem)).rejects.toMatchObject({
    code: "invalid_argument",
    message: /stay within the range of the engine's numbers/,
  });
  expect((await reference?.attention(problem))?.output?.data.every(Number.isFinite)).toBe(true);
});
