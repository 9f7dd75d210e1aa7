/** How long a page's main thread is busy at a stretch. */
import { type CDPSession, expect, type Page } from "@playwright/test";

/** CPU time of the page's longest task, ms: what else the machine does is not counted. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  type Event = { name: string; ph: string; pid: number; tid: number; tdur?: number; args: { name?: string } };
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: Event[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as Event[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"] },
  });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  const mains = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === "X" && name.endsWith("RunTask") && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  expect(tasks.length).toBeGreaterThan(50);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
