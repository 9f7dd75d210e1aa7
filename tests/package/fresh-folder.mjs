// A fresh folder with the packed package in it, and pages of it in Chromium.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "@playwright/test";

export const root = join(import.meta.dirname, "../..");
const bundlers = join(root, "build/package-bundlers");
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css" };

/** Made before the tests of the file that asks for it, which `name` keeps apart from the others'. */
export function freshFolder(name) {
  const folder = join(root, "build", name);
  const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8" });
  let server;
  let browser;
  let address;

  before(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    const packed = readdirSync(join(root, "build")).filter((name) => /^posenc-.*\.tgz$/.test(name));
    assert.equal(packed.length, 1, "one packed package: run build-scripts/package");
    // Needs no other package, so no registry either.
    run("npm", "install", "--offline", "--no-audit", "--no-fund", join(root, "build", packed[0]));
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url, "http://localhost");
      const file = join(folder, pathname);
      if (!existsSync(file) || !extname(file)) return response.writeHead(404).end();
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
      response.end(readFileSync(file));
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${server.address().port}`;
    browser = await chromium.launch({
      executablePath: process.env.POSENC_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
  });

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** Opens a page of the folder and gives what `read` finds in it; errors of the page are the test's. */
  async function inPage(html, read, path = "page.html") {
    writeFileSync(join(folder, path), `<!doctype html><link rel="icon" href="data:,">${html}`);
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("response", (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`));
    try {
      await page.goto(`${address}/${path}`);
      const found = await read(page);
      assert.deepEqual(errors, []);
      return found;
    } finally {
      await page.close();
    }
  }

  /** Gives what `read` finds at any address; its errors are its own. */
  async function inBrowser(url, read) {
    const page = await browser.newPage();
    try {
      await page.goto(url);
      return await read(page);
    } finally {
      await page.close();
    }
  }

  return { folder, run, inPage, inBrowser };
}

/** Where a bundler is installed; without it the test is skipped, which null says. */
export function bundlerOr(t, name) {
  const path = join(bundlers, "node_modules", name);
  if (existsSync(path)) return path;
  t.skip(`${name} is not installed: build-scripts/test installs it where there is a network`);
  return null;
}
