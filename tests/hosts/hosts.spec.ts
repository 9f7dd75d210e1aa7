/** Every host that is installed: both labs compute, fit, and follow the reader's colours. */
import { makeSite } from "./sites.ts";
import { bothAre, bothCompute, element, expect, frame, heightFollows, heightStays, test } from "./support.ts";

const installed = (process.env.POSENC_HOSTS ?? "plain").split(" ").filter(Boolean);
/** Of IPython.display.IFrame, which nothing resizes. */
const FIXED: Readonly<Record<string, number>> = { jupyter: 640 };
/** Its page has a choice of colours, which the labs are told. */
const CHOOSES = "mkdocs";

for (const host of installed)
  test.describe(host, () => {
    test.beforeAll(async ({ baseURL, labs }) => {
      test.setTimeout(240_000);
      await makeSite(host, { base: labs, site: `${baseURL}${host}/` });
    });

    test(`${host}: two labs compute, fit, and follow the reader's colours`, async ({ page }) => {
      await page.goto(`${host}/`);
      await bothCompute(page);
      await bothAre(page, "light");
      if (host !== CHOOSES) {
        await page.emulateMedia({ colorScheme: "dark" });
        await bothAre(page, "dark");
      }
      const fixed = FIXED[host];
      if (fixed === undefined) await heightFollows(page);
      else await heightStays(page, fixed);
    });
  });

if (installed.includes("mkdocs"))
  test.describe("mkdocs", () => {
    test("labs follow the colours that are chosen on the page", async ({ page }) => {
      await page.goto("mkdocs/");
      await bothCompute(page);
      await page.getByTitle("Dark", { exact: true }).click();
      await bothAre(page, "dark");
      await page.reload();
      await bothCompute(page);
      await bothAre(page, "dark");
      await page.getByTitle("Light", { exact: true }).click();
      await bothAre(page, "light");
    });

    test("labs start on a page that instant navigation brings", async ({ page }) => {
      await page.goto("mkdocs/");
      await bothCompute(page);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      await page.getByRole("link", { name: "Second" }).first().click();
      await expect(page.locator("h1").first()).toContainText("Two more labs");
      expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
      await expect(element(page)).toHaveAttribute("lab", "rotation");
      await expect(frame(page)).toHaveAttribute("src", /lab=relative/);
      await bothCompute(page);
      await heightFollows(page);
    });
  });
