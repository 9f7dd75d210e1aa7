/** What must not happen on a page: errors, and requests to anywhere but the places that are named. */
import type { Page } from "@playwright/test";

/** Fills the list that it answers for as long as the page lives. */
export function watchPage(page: Page, places: readonly string[]): string[] {
  const seen: string[] = [];
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (![...places, "data:", "blob:"].some((start) => url.startsWith(start))) seen.push(`request: ${url}`);
  });
  return seen;
}
