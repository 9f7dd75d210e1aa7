/** The state in the address: round trip, hostile links, copies that the command understands. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readHash } from "../../web/src/state/link.ts";
import {
  chooseMethod,
  difference,
  expect,
  hashOf,
  methodMenu,
  open,
  order,
  problemInAddress,
  test,
  verdict,
  words,
} from "./support.ts";

test("controls write the problem into the address, and the address brings it back", async ({ page }) => {
  await open(page);
  expect(new URL(page.url()).hash).toBe("");
  await chooseMethod(page, "rope");
  await page.getByLabel("Pairs of channels").selectOption("interleaved");
  await page.getByRole("radio", { name: "Sliding window" }).check();
  await page.getByLabel("Heads").selectOption("2");
  await page.getByRole("button", { name: "Move left" }).click();
  const problem = {
    input: { ...words("dog", "bites", "man"), heads: 2, head_dim: 8 },
    method: { kind: "rotary", pairing: "interleaved" },
    mask: { kind: "sliding_window", window: 2 },
    permutation: [2, 0, 1],
  };
  expect(problemInAddress(page)).toEqual(problem);
  const shown = await difference(page);
  await open(page, { query: "lang=zh-Hans", hash: hashOf(problem) });
  expect(await difference(page)).toBe(shown);
  expect(problemInAddress(page)).toEqual(problem);
  await expect(methodMenu(page)).toHaveValue("旋转编码（RoPE）");
});

test("Back and Forward", async ({ page }) => {
  await open(page);
  await page.getByLabel("Causal", { exact: true }).check();
  await chooseMethod(page, "alibi");
  await page.goBack();
  await expect(methodMenu(page)).toHaveValue("None");
  await expect(page.locator("input[name=mask]:checked")).toHaveValue("causal");
  await page.goBack();
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  await page.goForward();
  await expect(verdict(page)).toHaveAttribute("data-follows", "false");
});

test("a faulty link: a message, and the page works on", async ({ page }) => {
  const hostile: [string, RegExp][] = [
    ["#problem=%7B", /not JSON/],
    ["#problem=%E7", /percent signs/],
    ["#nonsense", /not a known field/],
    [hashOf({ input: words("a"), method: { kind: "<b>x</b>" } }), /method\.kind: expected one of .*<b>x<\/b>/],
    [hashOf({ input: words(...Array.from({ length: 17 }, () => "a")) }), /17 tokens/],
    [hashOf({ input: words("x".repeat(300)) }), /300 characters/],
    [
      hashOf({ input: { kind: "tensors", query: [[1]], key: [[1], [2]] } }),
      /input\.query has 1 rows and input\.key has 2/,
    ],
    [
      hashOf({ input: { kind: "tensors", query: [[1, 2], [1]], key: [[1]] } }),
      /input\.query\[1\]: expected 2 entries, got 1/,
    ],
    [hashOf({ input: { kind: "embeddings", embeddings: [] } }), /input\.embeddings: expected 1 to 16 entries, got 0/],
    [`#problem=${"x".repeat(30_000)}`, /at most 20000/],
    [hashOf({ input: words("a"), method: { kind: "shaw", max_relative_position: 0 } }), /max_relative_position/],
    [
      hashOf({ input: words("a"), method: { kind: "t5_bias", table: "<i>" } }),
      /method\.table: expected array, got <i>/,
    ],
    [hashOf({ input: words("a"), method: { kind: "cope", gates: 1 } }), /method\.gates is not a known field/],
    [hashOf({ input: words("a"), method: { kind: "deberta", pos_att_type: ["p2p"] } }), /one of c2p, p2c/],
    [hashOf({ input: words("a"), method: [{ kind: "rotary" }, { kind: "fire", c: "1" }] }), /method\[1\]\.c: /],
    [hashOf({ input: words("a"), method: Array.from({ length: 9 }, () => ({ kind: "alibi" })) }), /method: expected 8/],
    [hashOf({ input: words("a"), mask: { kind: "padding", keys: "12" } }), /mask\.keys: expected 1 digits 0 or 1/],
    [hashOf({ input: words("a"), mask: { kind: "all", masks: [{ kind: "prefix" }] } }), /mask\.masks\[0\]\.prefix/],
    [hashOf({ input: words("a"), query_scale: { kind: "log_n" } }), /query_scale\.original_max_position_embeddings/],
  ];
  for (const [hash, message] of hostile) {
    await open(page, { hash });
    await expect(page.getByTestId("link-issue")).toHaveText(message);
    await expect(verdict(page)).toHaveAttribute("data-follows", "true");
    expect(await order(page)).toEqual(["man", "bites", "dog"]);
  }
  await chooseMethod(page, "alibi");
  await expect(page.getByTestId("link-issue")).toHaveCount(0);
});

test("a faulty link after a refused problem: one message at a time, and the old number is dimmed", async ({ page }) => {
  await open(page);
  const colour = () => page.getByTestId("difference").evaluate((output) => getComputedStyle(output).color);
  const before = await colour();
  await page.locator('[data-try="learned_short"]').click();
  await expect(page.getByTestId("failure")).toBeVisible();
  expect(await colour()).not.toBe(before);
  await page.evaluate(() => {
    location.hash = "#problem=[";
  });
  await expect(page.getByTestId("link-issue")).toBeVisible();
  await expect(page.getByTestId("failure")).toHaveCount(0);
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByTestId("link-issue")).toHaveCount(0);
  await expect.poll(colour).toBe(before);
});

test("a faulty fragment on the open page keeps the last result", async ({ page }) => {
  await open(page, { query: "lang=zh-Hans", hash: hashOf({ input: words("猫", "狗"), mask: { kind: "causal" } }) });
  const before = await difference(page);
  await page.evaluate(() => {
    location.hash = "#problem=[";
  });
  await expect(page.getByTestId("link-issue")).toContainText("无法使用这个链接");
  await expect(page.getByTestId("link-issue")).toContainText("保留上一个结果");
  expect(await difference(page)).toBe(before);
});

test("what the core refuses is said in the page's language, with the core's own words", async ({ page }) => {
  await open(page, { query: "lang=zh-Hant", hash: hashOf({ input: words("a", "b") }) });
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    hashOf({ input: { ...words("a", "b"), model_dim: 8, head_dim: 6, projections: "identity" } }),
  );
  await expect(page.getByTestId("failure")).toContainText("計算核心拒絕了這些值");
  await expect(page.getByTestId("failure").locator("[lang=en]")).toContainText("projections");
  await expect(page.getByTestId("failure")).toContainText("保留上一個結果");
});

test("bits, scale and other fields of a link are kept and can be dropped", async ({ page }) => {
  await open(page, {
    hash: hashOf({ input: words("a", "b"), mask: { kind: "bits", rows: ["10", "11"] }, scale: 1, softcap: 5 }),
  });
  await expect(page.locator("input[name=mask]:checked")).toHaveValue("bits");
  await expect(page.getByText("scale, softcap")).toBeVisible();
  await page.getByRole("button", { name: "Drop these" }).click();
  expect(problemInAddress(page)).toEqual({ input: words("a", "b"), mask: { kind: "bits", rows: ["10", "11"] } });
});

test("several methods of a link act together, are named, and can be dropped", async ({ page }) => {
  const problem = { input: words("a", "b", "c"), method: [{ kind: "rotary", rope_theta: 100 }, { kind: "alibi" }] };
  await open(page, { hash: hashOf(problem) });
  await expect(verdict(page)).toContainText("Attention with Rotary (RoPE) and ALiBi together does not follow");
  await expect(methodMenu(page)).toHaveValue("Several, from the link");
  await expect(page.getByTestId("meaning")).toContainText("Several methods together: Rotary (RoPE) and ALiBi.");
  await page.getByLabel("Causal", { exact: true }).check();
  expect(problemInAddress(page)).toEqual({ ...problem, mask: { kind: "causal" } });
  await page.getByRole("button", { name: "Keep only Rotary (RoPE)" }).click();
  expect(problemInAddress(page)?.method).toEqual({ kind: "rotary", rope_theta: 100 });
});

test("a stack of layers in a link is kept, named and replaced by a choice", async ({ page }) => {
  const problem = {
    input: words("a", "b", "c"),
    method: { kind: "stack", layers: [{ kind: "rotary" }, { kind: "alibi", direction: "symmetric" }] },
    layer: 1,
  };
  await open(page, { hash: hashOf(problem) });
  await expect(verdict(page)).toContainText("Attention with ALiBi");
  await expect(page.getByTestId("meaning")).toContainText("A stack of 2 layers from the link; shown is layer 1");
  await page.getByLabel("Causal", { exact: true }).check();
  expect(problemInAddress(page)).toEqual({ ...problem, mask: { kind: "causal" } });
  await chooseMethod(page, "cope");
  expect(problemInAddress(page)).toEqual({ input: problem.input, method: { kind: "cope" }, mask: { kind: "causal" } });
});

test("fields of a method and masks that only a link can set", async ({ page }) => {
  const all = { kind: "all", masks: [{ kind: "causal" }, { kind: "padding", keys: "011" }] };
  await open(page, {
    hash: hashOf({ input: words("a", "b", "c"), method: { kind: "shaw", seed: 3, beyond: "zero" }, mask: all }),
  });
  await expect(page.locator("input[name=mask]:checked")).toHaveValue("all");
  await expect(page.getByText("beyond, seed")).toBeVisible();
  await page.getByRole("button", { name: "Drop these" }).click();
  expect(problemInAddress(page)).toEqual({ input: words("a", "b", "c"), method: { kind: "shaw" }, mask: all });
});

test("copies: the link opens the same state, the command computes the same number", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, {
    hash: hashOf({ input: words("don't", "bite", "狗"), method: { kind: "alibi" }, permutation: [1, 2, 0] }),
  });
  const shown = await difference(page);
  const copy = async (kind: string) => {
    await page.getByTestId(`copy-${kind}`).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const json = await copy("json");
  expect(JSON.parse(json)).toEqual(problemInAddress(page));
  const link = await copy("link");
  expect(readHash(new URL(link).hash)).toMatchObject({ kind: "problem", problem: JSON.parse(json) });
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/x\/y\/\?lab=order&lang=en#problem=[\w%.,:-]+$/);
  const command = await copy("command");
  const posenc = fileURLToPath(new URL("../../web/src/cli/posenc.mjs", import.meta.url));
  const answer = execFileSync("sh", ["-c", command.replace("| npx posenc", '| "$NODE" "$POSENC"')], {
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath, POSENC: posenc },
  });
  expect(JSON.parse(answer).max_difference).toBeCloseTo(shown, 9);
  const script = await copy("script");
  expect(script).toContain("order = [1, 2, 0]");
  expect(script).toContain("bias = np.array([0.00390625])[:, None, None] * relative");
});

test("without a clipboard the text can be copied by hand", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page);
  await page.getByTestId("copy-json").click();
  await expect(page.locator("posenc-share textarea")).toHaveValue(
    '{"input":{"kind":"tokens","tokens":["dog","bites","man"]}}',
  );
});

test("start again", async ({ page }) => {
  await open(page, { hash: hashOf({ input: words("x", "y"), method: { kind: "rotary" } }) });
  await page.getByRole("button", { name: "Start again" }).click();
  expect(await order(page)).toEqual(["man", "bites", "dog"]);
  expect(new URL(page.url()).hash).toBe("");
});
