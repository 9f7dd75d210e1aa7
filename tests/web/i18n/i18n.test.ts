import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { createCatalogue, fill, pendingLanguage, setLanguage } from "../../../web/src/i18n/catalogue.ts";
import { bestLanguage, language } from "../../../web/src/i18n/language.ts";
import { cell, end, exact, fixed, measure } from "../../../web/src/i18n/numbers.ts";

afterEach(() => setLanguage("en"));

test("bestLanguage", () => {
  expect(bestLanguage(["fr-FR", "zh-CN"])).toBe("zh-Hans");
  expect(bestLanguage(["zh"])).toBe("zh-Hans");
  expect(bestLanguage(["zh-TW", "en"])).toBe("zh-Hant");
  expect(bestLanguage(["zh-Hant-HK"])).toBe("zh-Hant");
  expect(bestLanguage(["en-GB"])).toBe("en");
  expect(bestLanguage(["de"])).toBe("en");
  expect(bestLanguage([])).toBe("en");
});

test("fill keeps unknown placeholders and does not read values as patterns", () => {
  expect(fill("{a} and {b}", { a: "$& {b}" })).toBe("$& {b} and {b}");
});

describe("catalogue", () => {
  test("falls back to English per key and loads a language once", async () => {
    let loads = 0;
    const t = createCatalogue(
      { hello: "Hello {name}", bye: "Bye" },
      {
        "zh-Hans": async () => {
          loads++;
          return { default: { hello: "{name}，你好" } };
        },
        "zh-Hant": async () => ({ default: {} }),
      },
    );
    expect(t("hello", { name: "A" })).toBe("Hello A");
    await setLanguage("zh-Hans");
    await setLanguage("zh-Hans");
    expect([t("hello", { name: "A" }), t("bye"), loads]).toEqual(["A，你好", "Bye", 1]);
  });

  test("of several switches the last one wins", async () => {
    await Promise.all([setLanguage("zh-Hans"), setLanguage("en"), setLanguage("zh-Hant")]);
    expect(language()).toBe("zh-Hant");
  });

  test("words that come with a part of the page do not undo a choice that is being fetched", async () => {
    const choice = setLanguage("zh-Hant");
    await setLanguage();
    await choice;
    expect([language(), pendingLanguage()]).toEqual(["zh-Hant", null]);
  });

  test("a language that cannot be fetched is not on its way any more", async () => {
    createCatalogue(
      { hello: "Hello" },
      {
        "zh-Hans": () => Promise.resolve({ default: {} }),
        "zh-Hant": () => Promise.reject(new Error("no network")),
      },
    );
    await expect(setLanguage("zh-Hant")).rejects.toThrow("no network");
    expect([language(), pendingLanguage()]).toEqual(["en", null]);
  });
});

describe("numbers", () => {
  test("measure", () => {
    expect([0, 5.96e-8, 1.1e-16, 0.2134, 2.07, 0.001, -0.5, 1234.5, Number.NaN].map(measure)).toEqual([
      "0",
      "6.0\u00a0×\u00a010⁻⁸",
      "1.1\u00a0×\u00a010⁻¹⁶",
      "0.213",
      "2.07",
      "0.00100",
      "−0.500",
      "1230",
      "NaN",
    ]);
  });
  test("cell", () => {
    expect([0, -0, 0.123, -0.456, 1e-8, -4e-3, 12.34, -Infinity].map((value) => cell(value, 2))).toEqual([
      "0",
      "0",
      "0.12",
      "−0.46",
      "1e-8",
      "−4e-3",
      "12.3",
      "−∞",
    ]);
  });
  test("the end of a scale is short", () =>
    expect([0, -2, 0.31, 47117, -1.2e-7, 3.4e8].map(end)).toEqual([
      "0",
      "−2",
      "0.31",
      "47117",
      "−1.2\u00a0×\u00a010⁻⁷",
      "3.4\u00a0×\u00a010⁸",
    ]));
  test("fixed never writes a negative zero", () => expect(fixed(-0.0001, 2)).toBe("0.00"));
  test("exact", () => expect([exact(0.1), exact(-1.5e-8), exact(0)]).toEqual(["0.1", "−1.500e-8", "0"]));
});

describe("check-i18n", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const script = join(root, "build-scripts/check-i18n.mjs");

  test("passes on the catalogues as they are", () => {
    expect(execFileSync(process.execPath, [script], { encoding: "utf8" })).toContain("0 problems");
  });

  /** The same check on a copy with one fault. */
  function checkWith(change: (strings: Record<string, string>) => void, name = "strings.zh-Hans.json"): string {
    const copy = mkdtempSync(join(tmpdir(), "posenc-i18n-"));
    cpSync(join(root, "web/src"), join(copy, "web/src"), { recursive: true });
    cpSync(join(root, "web/docs"), join(copy, "web/docs"), { recursive: true });
    cpSync(script, join(copy, "build-scripts/check-i18n.mjs"));
    const path = join(copy, "web/src/labs/order", name);
    const strings = JSON.parse(readFileSync(path, "utf8"));
    change(strings);
    writeFileSync(path, JSON.stringify(strings, null, 2));
    const { status, stderr } = spawnSync(process.execPath, [join(copy, "build-scripts/check-i18n.mjs")], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    return stderr;
  }

  test.each<[string, (strings: Record<string, string>) => void, string]>([
    [
      "a missing key",
      (strings) => {
        delete strings.lead;
      },
      "lead is missing",
    ],
    [
      "an extra key",
      (strings) => {
        strings["more.text"] = "多";
      },
      "more.text is not in English",
    ],
    [
      "an empty text",
      (strings) => {
        strings.lead = " ";
      },
      "lead is empty",
    ],
    [
      "a lost placeholder",
      (strings) => {
        strings["head.one"] = "头";
      },
      "head.one has {}",
    ],
    [
      "the other script",
      (strings) => {
        strings.lead = "移動詞";
      },
      "has 動, expected 动",
    ],
  ])("finds %s", (_, change, message) => expect(checkWith(change)).toContain(message));

  test("finds an unused key", () => {
    expect(
      checkWith((strings) => {
        strings["forgotten.text"] = "x";
      }, "strings.en.json"),
    ).toContain("forgotten.text is used nowhere");
  });
});
