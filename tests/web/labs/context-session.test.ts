/** Tasks: each runs once per key, a new round drops the old one, values stay until the next ones are there. */
import { expect, test } from "vitest";
import { Session } from "../../../web/src/lab/session.ts";
import type { Engine, Parts, Task } from "../../../web/src/labs/context/parts.ts";

type Curve = Parts["curve"];

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function opened() {
  const engine = { close() {} } as unknown as Engine;
  const session = new Session<Parts, Engine>(
    () => {},
    async () => engine,
  );
  await session.start();
  return session;
}

const task = (key: string, value: unknown, log: string[]): Task<Curve> => ({
  key,
  run: async () => {
    log.push(key);
    return value as Curve;
  },
});

test("an unchanged key is not asked again", async () => {
  const session = await opened();
  const log: string[] = [];
  session.update({ curve: task("a", 1, log) });
  await settled();
  session.update({ curve: task("a", 2, log) });
  await settled();
  expect([session.parts.curve, log]).toEqual([1, ["a"]]);
});

test("a new round aborts the old one, whose value is not taken", async () => {
  const session = await opened();
  const signals: AbortSignal[] = [];
  let finish: (value: Curve) => void = () => {};
  const slow: Task<Curve> = {
    key: "slow",
    run: (_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  };
  session.update({ curve: slow });
  expect(session.isPending("curve")).toBe(true);
  session.update({ curve: task("fast", "fast", []) });
  await settled();
  finish("slow" as unknown as Curve);
  await settled();
  expect([signals[0]?.aborted, session.parts.curve, session.isPending("curve")]).toEqual([true, "fast", false]);
});

test("a failed task is told, the others still run, and the old value stays", async () => {
  const session = await opened();
  session.update({ curve: task("a", "old", []) });
  await settled();
  const failing: Task<Curve> = {
    key: "b",
    run: () => Promise.reject(new Error("rotary_dim: expected an even number, got 3")),
  };
  session.update({ curve: failing, lengths: { key: "c", run: async () => "there" as unknown as Parts["lengths"] } });
  await settled();
  expect(session.failure).toContain("rotary_dim");
  expect([session.parts.curve, session.parts.lengths]).toEqual(["old", "there"]);
});

test("a part without a task goes", async () => {
  const session = await opened();
  session.update({ curve: task("a", 1, []) });
  await settled();
  session.update({});
  expect(session.parts.curve).toBeUndefined();
});
