// Lighthouse over the built page; build-scripts/lighthouse installs what this needs and says how it is called.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";

const PORT = 41737;
const DEBUGGING_PORT = 41738;
const GOALS = { performance: 95, accessibility: 100, "best-practices": 100 };
const ROOT = join(import.meta.dirname, "../..");

const { values: options, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });

const labs = [
  ...readFileSync(join(ROOT, "web/src/embed/vocabulary.ts"), "utf8")
    .match(/LAB_NAMES = \[([^\]]*)\]/)[1]
    .matchAll(/"(\w+)"/g),
];
const pages =
  positionals.length > 0 ? positionals : ["home", ...labs.map(([, name]) => name), "embed", "docs", "learn"];
/** The page for frames, with one lab; the guide; the learning path; else a lab by its name. */
const PATHS = {
  home: "?lang=en",
  embed: "embed/?lab=rotation&lang=en",
  docs: "docs/?lang=en",
  learn: "learn/?lang=en",
};
const pathOf = (page) => PATHS[page] ?? `?lang=en&lab=${page}`;

const resolve = createRequire(join(ROOT, "build/lighthouse/package.json")).resolve;
const { default: lighthouse, desktopConfig } = await import(pathToFileURL(resolve("lighthouse")));

async function served() {
  const server = spawn(process.execPath, ["build-scripts/serve.mjs", "--port", String(PORT)], {
    cwd: ROOT,
    stdio: "ignore",
  });
  for (let tries = 0; tries < 100; ++tries) {
    if (
      await fetch(`http://127.0.0.1:${PORT}/`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return server;
    await new Promise((done) => setTimeout(done, 100));
  }
  server.kill();
  throw new Error(`nothing answers on port ${PORT}`);
}

const scoresOf = ({ categories }) =>
  Object.fromEntries(Object.keys(GOALS).map((name) => [name, Math.round(100 * categories[name].score)]));

function faultsOf({ categories, audits }) {
  return Object.keys(GOALS).flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${name}: ${audits[id].title}${audits[id].displayValue ? ` (${audits[id].displayValue})` : ""}`),
  );
}

const server = await served();
const browser = await chromium.launch({
  executablePath: process.env.POSENC_CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--no-first-run",
    `--remote-debugging-port=${DEBUGGING_PORT}`,
  ],
});
const results = [];
try {
  for (const page of pages) {
    const address = `http://127.0.0.1:${PORT}/${pathOf(page)}`;
    const flags = { port: DEBUGGING_PORT, onlyCategories: Object.keys(GOALS), logLevel: "error" };
    const { lhr } = await lighthouse(address, flags, desktopConfig);
    const scores = scoresOf(lhr);
    const isReached = Object.entries(GOALS).every(([name, goal]) => scores[name] >= goal);
    results.push({ page, scores, isReached });
    const words = Object.entries(scores).map(([name, score]) => `${name} ${String(score).padStart(3)}`);
    console.log(`${page.padEnd(10)} ${words.join("  ")}  ${isReached ? "" : "BELOW"}`.trimEnd());
    if (!isReached) for (const fault of faultsOf(lhr)) console.log(`             ${fault}`);
  }
} finally {
  await browser.close();
  server.kill();
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 1)}\n`);
process.exitCode = results.every(({ isReached }) => isReached) ? 0 : 1;
