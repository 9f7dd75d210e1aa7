import { describe, expect, test } from "vitest";
import type { IssueError } from "../../../web/src/state/issue.ts";
import { LIMITS } from "../../../web/src/state/limits.ts";
import { joinTokens, readText, splitTokens } from "../../../web/src/state/tokens.ts";

describe("splitTokens: Chinese by character, other scripts by word", () => {
  test.each([
    ["狗咬人", ["狗", "咬", "人"]],
    ["dog bites man", ["dog", "bites", "man"]],
    ["The dog, it seems, bites!", ["The", "dog", ",", "it", "seems", ",", "bites", "!"]],
    ["don’t stop 3.14", ["don’t", "stop", "3.14"]],
    ["我爱Transformer。", ["我", "爱", "Transformer", "。"]],
    ["개가 사람을 문다", ["개가", "사람을", "문다"]],
    ["いぬ", ["い", "ぬ"]],
    ["  spaced \t\n out  ", ["spaced", "out"]],
  ])("%s", (text, tokens) => expect(splitTokens(text)).toEqual(tokens));

  test("combining marks and emoji sequences stay whole", () => {
    expect(splitTokens("cafe\u0301")).toEqual(["caf\u00e9"]);
    expect(splitTokens("👩‍👩‍👧 👍🏽")).toEqual(["👩‍👩‍👧", "👍🏽"]);
    expect(splitTokens("q\u0323\u0307 x")).toEqual(["q\u0323\u0307", "x"]);
  });

  test("characters outside the basic plane are one token, lone halves are replaced", () => {
    expect(splitTokens("𠮷野")).toEqual(["𠮷", "野"]);
    expect(splitTokens("a \ud800")).toEqual(["a", "\ufffd"]);
  });

  test("invisible characters alone are no token", () => {
    expect(splitTokens("\u202e \u0000 \u200b")).toEqual([]);
  });
});

test("joinTokens writes what splits into the same tokens", () => {
  for (const text of [
    "狗咬人",
    "dog bites man",
    "The dog, it seems, bites!",
    "我爱 BERT 和 GPT-2。",
    "a . b",
    "1 2 3",
    "👍🏽👍🏽 ok",
  ]) {
    const tokens = splitTokens(text);
    expect(splitTokens(joinTokens(tokens)), text).toEqual(tokens);
  }
  expect(joinTokens(["狗", "咬", "人"])).toBe("狗咬人");
  expect(joinTokens(["Hello", ",", "world", "!"])).toBe("Hello, world!");
});

describe("readText names the limit", () => {
  const code = (text: string) => {
    try {
      readText(text);
      return null;
    } catch (error) {
      return (error as IssueError).issue;
    }
  };
  test("too long, too many, none", () => {
    expect(code("字".repeat(LIMITS.textLength + 1))).toEqual({ code: "text_long", values: { count: 201, limit: 200 } });
    expect(code("字".repeat(17))).toEqual({ code: "token_many", values: { count: 17, limit: 16 } });
    expect(code("  ")).toMatchObject({ code: "text_empty" });
    expect(code("字".repeat(16))).toBeNull();
  });
});
