/** What is wrong with a text, as a code and values, from the reader's English, and in the page's language. */
import { messageOf } from "../../engine/errors.ts";
import { type ContextKey, t } from "./strings.ts";

export type TextFault =
  | { code: "place"; line: string; column: string; expected: string; got: string }
  | { code: "object"; got: string }
  | { code: "number" | "large"; key: string; got: string }
  | { code: "word"; got: string }
  | { code: "twice"; key: string }
  | { code: "deep"; most: string }
  | { code: "other" };

/** How the reader calls the text where no key is at fault. */
const WHOLE = "the configuration";

const READERS: readonly (readonly [RegExp, (...found: string[]) => TextFault])[] = [
  [/must be a JSON object, got (.+)$/, (got = "") => ({ code: "object", got })],
  [/^(.+): expected a JSON number, got (.+)$/s, (key, got) => numberFault("number", key, got)],
  [/^(.+): expected a number below 1.8e308, got (.+)$/s, (key, got) => numberFault("large", key, got)],
  [/^(.+): expected each key once/s, (key = "") => ({ code: "twice", key })],
  [/nested deeper than (\d+)/, (most = "") => ({ code: "deep", most })],
  [
    /line (\d+), column (\d+): expected (.+), got (.+)$/s,
    (line = "", column = "", expected = "", got = "") => ({ code: "place", line, column, expected, got }),
  ],
];

const numberFault = (code: "number" | "large", key = "", got = ""): TextFault =>
  key === WHOLE ? { code: "word", got } : { code, key, got };

export function faultOf(error: unknown): TextFault {
  const message = messageOf(error);
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(message);
    if (found) return read(...found.slice(1));
  }
  return { code: "other" };
}

/** The reader's phrases; signs in quotes stand for themselves. */
const PHRASES: Readonly<Record<string, ContextKey>> = {
  "a list": "issue.got.list",
  "a number": "issue.got.number",
  "a string": "issue.got.string",
  "a boolean": "issue.got.boolean",
  "a value": "issue.got.value",
  "a key in double quotes": "issue.got.key",
  "the end of the text": "issue.got.end",
  "a control character": "issue.got.control",
};

const phrase = (text: string): string => (PHRASES[text] ? t(PHRASES[text]) : text);

export function faultText(fault: TextFault): string {
  switch (fault.code) {
    case "place": {
      const [first = "", ...others] = fault.expected.split(" or ").map(phrase);
      const expected = others.reduce((a, b) => t("issue.or", { a, b }), first);
      const { line, column } = fault;
      return t("issue.json.place", { line, column, expected, got: phrase(fault.got) });
    }
    case "object":
      return t("issue.json.object", { got: phrase(fault.got) });
    case "other":
      return t("issue.json.other");
    default:
      return t(`issue.json.${fault.code}`, { ...fault });
  }
}
