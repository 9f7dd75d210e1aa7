/** The NumPy script of a lab's state: what writes it is fetched when it is copied. That it runs is tested in tests/web/labs. */
import { expect, hashOf, test, words } from "./support.ts";

const STATES = [
  ["order", hashOf({ input: words("x", "y"), method: { kind: "deberta" } }), ["relative_queries = ", "print(np.abs("]],
  [
    "order",
    hashOf({ input: words("x", "y"), method: [{ kind: "rotary" }, { kind: "t5_bias" }] }),
    ["relative_bias = "],
  ],
  ["order", hashOf({ input: words("x", "y"), method: { kind: "cope" } }), ["gates = "]],
  ["cache", "#method=dynamic_ntk&step=12", ["def turned(x, first, length)", "print(off[cached - 1])"]],
  ["cost", "", ["scatter = (np.quantile(none, 0.75)", "  # rotary"]],
] as const;

for (const place of ["?lab=", "embed/?lab="])
  test(`${place}…: scripts are written when they are asked for`, async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    for (const [lab, hash, parts] of STATES) {
      await page.goto("about:blank");
      await page.goto(`./${place}${lab}&lang=en${hash}`);
      const button = page.getByTestId("copy-script");
      await expect(button).toBeEnabled({ timeout: 20_000 });
      await page.waitForLoadState("networkidle");
      fetched.length = 0;
      await button.click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toMatch(new RegExp(`import numpy as np[\\s\\S]*${parts[0].replace(/[()[\]]/g, "\\$&")}`));
      const script = await page.evaluate(() => navigator.clipboard.readText());
      for (const part of parts) expect(script).toContain(part);
      expect(fetched.length).toBeGreaterThan(0);
    }
  });
