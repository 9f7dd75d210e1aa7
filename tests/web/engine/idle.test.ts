import { expect, test } from "vitest";
import { createIdle } from "../../../web/src/engine/idle.ts";

test("a quiet moment comes when no call is under way, and ends with the next", async () => {
  const idle = createIdle();
  const ends: (() => void)[] = [];
  const call = () => idle.during(() => new Promise<void>((resolve) => ends.push(resolve)));
  const calls = [call(), call()];
  let moment: AbortSignal | undefined;
  const quiet = idle.quiet().then((signal) => {
    moment = signal;
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  await pause();
  ends[0]?.();
  await pause();
  expect(moment).toBeUndefined();
  ends[1]?.();
  await quiet;
  expect(moment?.aborted).toBe(false);
  calls.push(call());
  expect(moment?.aborted).toBe(true);
  ends[2]?.();
  await Promise.all(calls);
  expect((await idle.quiet()).aborted).toBe(false);
});

test("a call that begins while the browser comes to rest is waited for, and one that fails counts as ended", async () => {
  let rest = () => {};
  const idle = createIdle(
    () =>
      new Promise((resolve) => {
        rest = resolve;
      }),
  );
  let isQuiet = false;
  const quiet = idle.quiet().then(() => {
    isQuiet = true;
  });
  let fail = (_: Error) => {};
  const call = idle.during(
    () =>
      new Promise<void>((_, reject) => {
        fail = reject;
      }),
  );
  rest();
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isQuiet).toBe(false);
  fail(new Error("failed"));
  await expect(call).rejects.toThrow("failed");
  await new Promise((resolve) => setTimeout(resolve));
  rest();
  await quiet;
});
