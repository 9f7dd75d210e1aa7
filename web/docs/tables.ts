/** Tables whose rows are the constants that the code itself goes by. */

import type { DocsKey } from "../src/docs/words.ts";
import { type ErrorCode, MESSAGES, type MessageOut, MOST_BYTES as MOST_MESSAGE } from "../src/embed/messages.ts";
import { ATTRIBUTES, HEIGHTS, KEYS, LAB_NAMES, MOST_ID } from "../src/embed/vocabulary.ts";
import { maxDepth, maxTextLength } from "../src/engine/problem-json.ts";
import { LANGUAGES } from "../src/i18n/language.ts";
import { ENDINGS } from "../src/io/file-endings.ts";
import { maxConfigLength } from "../src/io/hf-config/parse-config.ts";
import { MOST_AXES, MOST_BYTES, MOST_NUMBERS, MOST_TEXT } from "../src/io/number-array.ts";
import { NUMBER_TYPES } from "../src/io/number-types.ts";
import { PARTS, UI } from "../src/lab/presentation.ts";
import { MOST_LINK } from "../src/state/schema.ts";
import { THEMES } from "../src/ui/theme-names.ts";
import { code, codes, escaped, say, table } from "./markup.ts";

type Name = (typeof ATTRIBUTES)[number] | (typeof KEYS)[number];

const VALUES: Readonly<Record<Name, readonly string[]>> = {
  lab: LAB_NAMES,
  state: ["theta=500000&i=5"],
  theme: THEMES,
  lang: LANGUAGES,
  ui: UI,
  hide: [...PARTS, "theta", "curve"],
  lock: ["theta,pairing"],
  motion: ["on", "off"],
  base: ["https://example.org/posenc/"],
  v: ["1"],
  h: [HEIGHTS.join(" … ")],
  transparent: ["0", "1"],
  id: [`≤ ${MOST_ID}`],
};

const has = (names: readonly string[], name: string): string => (names.includes(name) ? code(name) : "–");

export const names = (): string =>
  table({
    name: "names",
    heads: ["docs.attribute", "docs.key", "docs.values", "docs.meaning"],
    rows: [...new Set<Name>([...ATTRIBUTES, ...KEYS])].map((name) => [
      has(ATTRIBUTES, name),
      has(KEYS, name),
      codes(VALUES[name]),
      say("span", `docs.name.${name}` as DocsKey),
    ]),
  });

const WORDS: Readonly<Record<string, DocsKey>> = {
  "a text": "docs.field.text",
  "an ArrayBuffer or Uint8Array": "docs.field.bytes",
  "semantic version": "docs.field.version",
  English: "docs.field.english",
};

/** A field in the reader's language; names and values are the same in every one. */
function described(field: string): string {
  const [, kind = field, most] = /^(.+) of at most (\d+) \w+$/.exec(field) ?? [];
  const key = WORDS[kind];
  return (key ? say("span", key) : escaped(kind)) + (most ? ` ≤ ${most}` : "");
}

const shortName = (type: string): string => type.replace("posenc:", "");

export const messagesIn = (): string =>
  table({
    name: "messages-in",
    heads: ["docs.type", "docs.fields", "docs.meaning"],
    rows: Object.entries(MESSAGES).map(([type, fields]) => [
      code(type),
      Object.entries(fields)
        .map(([name, { expected }]) => `${code(name)}: ${described(expected)}`)
        .join("<br>") || "–",
      say("span", `docs.in.${shortName(type)}` as DocsKey),
    ]),
  });

/** Complete by the compiler: every type, and every field of each. */
type SentFields = {
  readonly [Type in MessageOut["type"]]: Readonly<
    Record<Exclude<keyof Extract<MessageOut, { type: Type }>, "type">, string>
  >;
};
const ERROR_CODES: Readonly<Record<ErrorCode, true>> = {
  ...{ version: true, type: true, field: true, value: true },
  ...{ load: true, state: true, compute: true },
};
export const SENT: SentFields = {
  "posenc:ready": { version: "semantic version", capabilities: Object.keys(MESSAGES).map(shortName).join(", ") },
  "posenc:height": { height: "CSS px" },
  "posenc:change": { state: "theta=500000&i=5" },
  "posenc:error": { code: Object.keys(ERROR_CODES).join(", "), message: "English" },
};

export const messagesOut = (): string =>
  table({
    name: "messages-out",
    heads: ["docs.type", "docs.fields", "docs.meaning"],
    rows: Object.entries(SENT).map(([type, fields]) => [
      code(type),
      Object.entries(fields as Record<string, string>)
        .map(([name, value]) => `${code(name)}: ${described(value)}`)
        .join("<br>"),
      say("span", `docs.out.${shortName(type)}` as DocsKey),
    ]),
  });

const FORMATS = ["npy", "npz", "safetensors", "csv", "json", "config", "gguf", "figure"] as const;
const KNOWN_AS: Readonly<Record<(typeof FORMATS)[number], readonly string[]>> = {
  npy: [".npy"],
  npz: [".npz"],
  safetensors: [".safetensors"],
  csv: ENDINGS.filter((ending) => [".csv", ".tsv", ".txt"].includes(ending)),
  json: [".json"],
  config: ["config.json", "params.json"],
  gguf: ["GGUF"],
  figure: [".svg", ".png"],
};

export const formats = (): string =>
  table({
    name: "formats",
    heads: ["docs.format", "docs.meaning"],
    rows: FORMATS.map((name) => [codes(KNOWN_AS[name]), say("span", `docs.format.${name}` as DocsKey)]),
  });

const MEBIBYTE = 2 ** 20;
const powerOfTwo = (count: number): string =>
  `2${`${Math.log2(count)}`.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "")}`;
const inMebibytes = (bytes: number): string => `${bytes / MEBIBYTE} MiB`;
const LIMITS = {
  file: inMebibytes(MOST_BYTES),
  text: powerOfTwo(MOST_TEXT),
  numbers: powerOfTwo(MOST_NUMBERS),
  axes: `${MOST_AXES}`,
  types: Object.keys(NUMBER_TYPES).join(" "),
  problem: powerOfTwo(maxTextLength),
  depth: `${maxDepth}`,
  config: powerOfTwo(maxConfigLength),
  link: `${MOST_LINK}`,
  message: inMebibytes(MOST_MESSAGE),
} as const;

export const limits = (): string =>
  table({
    name: "limits",
    heads: ["docs.meaning", "docs.values"],
    rows: Object.entries(LIMITS).map(([name, value]) => [say("span", `docs.limit.${name}` as DocsKey), escaped(value)]),
  });
