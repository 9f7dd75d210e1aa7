/** The page around the engines: workers, policies, and devices of an embedder. */
import { expect, forgive, test } from "./engine-page.ts";

test("close is silent, ends the device of ours and spares the embedder's", async ({ open, page }) => {
  await open();
  const { statuses, embedders, code } = await page.evaluate(async () => {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter?.requestDevice();
    let seen = 0;
    const onStatus = () => {
      seen++;
    };
    const own = await window.posencTest.createPosenc({ engine: "webgpu", onStatus });
    const injected = await window.posencTest.createPosenc({ engine: "webgpu", device, onStatus });
    own.close();
    injected.close();
    const lost = await Promise.race([device?.lost, new Promise((resolve) => setTimeout(resolve, 200, "alive"))]);
    const refused = await own.attention({ input: { kind: "tokens", tokens: ["a"] } }).catch((error) => error.code);
    return { statuses: seen, embedders: lost, code: refused };
  });
  expect({ statuses, embedders, code }).toEqual({ statuses: 2, embedders: "alive", code: "closed" });
});

test("the core runs in a worker, and on the page's thread where workers are forbidden", async ({
  open,
  page,
  watch,
  served,
}) => {
  const compute = () =>
    page.evaluate(async () => {
      const posenc = await window.posencTest.createPosenc({ engine: "wasm" });
      return (await posenc.attention({ input: { kind: "tokens", tokens: ["a", "b"] } })).output?.data.join();
    });
  await open();
  const inWorker = await compute();
  expect(page.workers()).toHaveLength(1);
  expect(page.workers()[0]?.url()).toMatch(/\/some\/folder\/assets\/worker-\w/);

  await open(served.urlWithoutWorkers);
  expect(await compute()).toBe(inWorker);
  expect(page.workers()).toHaveLength(0);
  // The browser reports the worker that it refused.
  forgive(watch, /worker/i);
});

test("where WebAssembly is forbidden the error says so", async ({ open, page, watch, served }) => {
  await open(served.urlWithoutWasm);
  const error = await page.evaluate(() =>
    window.posencTest.createPosenc().catch(({ name, code, message }) => ({ name, code, message })),
  );
  expect(error).toMatchObject({ name: "PosencError", code: "engine_unavailable" });
  expect((error as { message: string }).message).toMatch(
    /could not be loaded: .*(Content Security Policy|unsafe-eval)/,
  );
  forgive(watch, /worker|wasm|WebAssembly|ArrayBuffer/i);
});
