/** What axe finds in a page, one line per rule. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The policy forbids an injected script element; evaluate runs beside it. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    // Every rule runs; naming each element that passes would take three times as long as all of them.
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`)
          .join(" | ")}`,
    );
  });
}
