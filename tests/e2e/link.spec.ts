/** The state in the address: round trip, hostile links, copies that the command understands. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readHash } from "../../web/src/state/link.ts";
import { difference, expect, hashOf, open, order, problemInAddress, test, verdict, words } from "./support.ts";

test("controls write the problem into the address, and the address brings it back", async ({ page }) => {
  await open(page);
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("radio", { name: "Rotary (RoPE)" }).check();
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
  await expect(page.locator("input[name=method]:checked")).toHaveValue("rotary");
});

test("Back and Forward", async ({ page }) => {
  await open(page);
  await page.getByLabel("Causal", { exact: true }).check();
  await page.getByRole("radio", { name: "ALiBi" }).check();
  await page.goBack();
  await expect(page.locator("input[name=method]:checked")).toHaveValue("none");
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
    [hashOf({ input: { kind: "tensors", query: [[1]], key: [[1]] } }), /This lab takes words/],
    [`#problem=${"x".repeat(30_000)}`, /at most 20000/],
  ];
  for (const [hash, message] of hostile) {
    await open(page, { hash });
    await expect(page.getByTestId("link-issue")).toHaveText(message);
    await expect(verdict(page)).toHaveAttribute("data-follows", "true");
    expect(await order(page)).toEqual(["man", "bites", "dog"]);
  }
  await page.getByRole("radio", { name: "ALiBi" }).check();
  await expect(page.getByTestId("link-issue")).toHaveCount(0);
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
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/x\/y\/\?lang=en#problem=[\w%.,:-]+$/);
  const command = await copy("command");
  const posenc = fileURLToPath(new URL("../../web/src/cli/posenc.mjs", import.meta.url));
  const answer = execFileSync("sh", ["-c", command.replace("| posenc", '| "$NODE" "$POSENC"')], {
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath, POSENC: posenc },
  });
  expect(JSON.parse(answer).max_difference).toBeCloseTo(shown, 9);
});

test("without a clipboard the text can be copied by hand", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page);
  await page.getByTestId("copy-json").click();
  await expect(page.locator("posenc-copy textarea")).toHaveValue(
    '{"input":{"kind":"tokens","tokens":["dog","bites","man"]}}',
  );
});

test("start again", async ({ page }) => {
  await open(page, { hash: hashOf({ input: words("x", "y"), method: { kind: "rotary" } }) });
  await page.getByRole("button", { name: "Start again" }).click();
  expect(await order(page)).toEqual(["man", "bites", "dog"]);
  expect(new URL(page.url()).hash).toBe("");
});
