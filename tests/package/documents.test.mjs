// The guide and the reference in the packed package: their links and those of the README lead to what is in it, and they
// are pages wherever they are opened.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { freshFolder } from "./fresh-folder.mjs";

const { folder, inPage, inBrowser } = freshFolder("package-documents");
const packed = join(folder, "node_modules/posenc");
const DOCUMENTS = ["dist/docs/index.html", "dist/docs/api.html"];
const read = (path) => readFileSync(join(packed, path), "utf8");

const LINKS = { html: /(?:href|src)="([^"]*)"/g, md: /\]\(([^)\s]+)\)/g };
/** Those that lead to a file or a place of the package. */
const linksOf = (path) =>
  [...read(path).matchAll(LINKS[path.split(".").at(-1)])].map(([, link]) => link).filter((link) => !/^\w+:/.test(link));

for (const path of [...DOCUMENTS, "README.md"]) {
  test(`every relative link of ${path} leads to something`, () => {
    const links = linksOf(path);
    assert.ok(links.length > 1);
    for (const link of links) {
      const [file, place] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      assert.ok(existsSync(join(packed, target)), `${link}: there is no ${target}`);
      if (place) assert.ok(read(target).includes(`id="${place}"`), `${link}: ${target} has no #${place}`);
    }
  });
}

test("the README leads to both", () => {
  for (const path of DOCUMENTS) assert.ok(linksOf("README.md").includes(path), path);
});

test("served, they speak three languages and lead to each other", async () => {
  const html = `<script>location.replace("./node_modules/posenc/${DOCUMENTS[0]}?lang=zh-Hans")</script>`;
  const seen = await inPage(html, async (page) => {
    const title = page.locator("h1");
    const current = page.locator("nav a[aria-current=page]");
    await page.locator("html[lang=zh-Hans]").waitFor();
    const guide = [await title.textContent(), await current.textContent()];
    await page.locator("nav a").nth(1).click();
    await page.locator("html[lang=zh-Hans] #createPosenc").waitFor();
    return [...guide, await title.textContent(), await current.textContent()];
  });
  assert.deepEqual(seen, ["Posenc：使用指南", "指南", "Posenc：API 参考", "参考"]);
});

test("opened as files, they stand there in English and with their styles", async () => {
  for (const path of DOCUMENTS) {
    const [title, width] = await inBrowser(pathToFileURL(join(packed, path)).href, (page) =>
      page.evaluate(() => [document.querySelector("h1").textContent, getComputedStyle(document.body).maxWidth]),
    );
    assert.match(title, /^Posenc: (guide|reference)$/);
    assert.equal(width, "960px");
  }
});
