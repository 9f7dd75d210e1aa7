/** A sample of what the engines refuse, as the command tells it. JSON cannot say NaN: that is refused before. */
import { expect, test } from "vitest";
import { refusedProblems } from "../refused-problems.ts";
import { runPosenc } from "./run-posenc.ts";

const sayable = refusedProblems.filter(([, problem]) => !/NaN|Infinity/.test(written(problem)));

test.each(sayable.filter((_, i) => i % 6 === 0))("%s: exit code 2 and one line", async (_, problem, message) => {
  const { code, stdout, stderr } = await runPosenc(["attention"], problem);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^posenc: [^\n]*\n$/);
  expect(stderr.slice("posenc: ".length, -1)).toMatch(message);
});

function written(problem: unknown): string {
  return JSON.stringify(problem, (_, value) =>
    typeof value === "number" && !Number.isFinite(value) ? `${value}` : value,
  );
}
