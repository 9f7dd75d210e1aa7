/**
 * What a frame and the page around it say to each other. Messages from outside are read strictly: an unknown type, an
 * unknown field or a value of another kind is refused in words; what is not addressed to Posenc is left alone.
 */
import { isLanguage, LANGUAGES, type Language } from "../i18n/language.ts";
import { isTheme, THEMES, type Theme } from "../ui/theme-names.ts";

export const VERSION = 1;
const PREFIX = "posenc:";
/** Of a state, in signs: what the longest link of a lab has. */
export const MOST_STATE = 2_000_000;
export const MOST_BYTES = 64 * 1024 * 1024;
const MOST_NAME = 255;

export type MessageIn =
  | { type: "posenc:ping" }
  | { type: "posenc:get" }
  | { type: "posenc:pause" }
  | { type: "posenc:resume" }
  | { type: "posenc:set"; state: string }
  | { type: "posenc:theme"; theme: Theme }
  | { type: "posenc:lang"; lang: Language }
  | { type: "posenc:load"; name: string; bytes: Uint8Array };

export type ErrorCode = "version" | "type" | "field" | "value" | "load" | "state" | "compute";

export type MessageOut =
  | { type: "posenc:ready"; version: string; capabilities: readonly string[] }
  | { type: "posenc:height"; height: number }
  | { type: "posenc:change"; state: string }
  | { type: "posenc:error"; code: ErrorCode; message: string };

/** With what every message of a frame has. */
export type Sent = MessageOut & { v: typeof VERSION; id: string };

/** null: not addressed to Posenc. */
export type ReadMessage =
  | { kind: "message"; message: MessageIn }
  | { kind: "refused"; code: ErrorCode; message: string }
  | null;

interface Field {
  expected: string;
  /** undefined: not understood. */
  read(value: unknown): unknown;
}

const text = (most: number): Field => ({
  expected: `a text of at most ${most} characters`,
  read: (value) => (typeof value === "string" && value.length <= most ? value : undefined),
});
const oneOf = (options: readonly string[], is: (text: string) => boolean): Field => ({
  expected: options.join(", "),
  read: (value) => (typeof value === "string" && is(value) ? value : undefined),
});
const bytes: Field = {
  expected: `an ArrayBuffer or Uint8Array of at most ${MOST_BYTES} bytes`,
  read(value) {
    const view = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
    return view instanceof Uint8Array && view.byteLength <= MOST_BYTES ? view : undefined;
  },
};

/** Fields by type: all of them are required. */
export const MESSAGES: Readonly<Record<MessageIn["type"], Readonly<Record<string, Field>>>> = {
  "posenc:ping": {},
  "posenc:get": {},
  "posenc:pause": {},
  "posenc:resume": {},
  "posenc:set": { state: text(MOST_STATE) },
  "posenc:theme": { theme: oneOf(THEMES, isTheme) },
  "posenc:lang": { lang: oneOf(LANGUAGES, isLanguage) },
  "posenc:load": { name: text(MOST_NAME), bytes },
};

export const CAPABILITIES = Object.keys(MESSAGES).map((type) => type.slice(PREFIX.length));

const EXCERPT = 40;
const shown = (value: unknown): string => {
  const plain = typeof value === "string" ? value : typeof value;
  return plain.length > EXCERPT ? `${plain.slice(0, EXCERPT)}…` : plain;
};

export function readMessage(data: unknown): ReadMessage {
  if (typeof data !== "object" || data === null) return null;
  // Own fields only: nothing that a prototype brings along is a field of a message.
  const given = Object.entries(data);
  const type = given.find(([name]) => name === "type")?.[1];
  if (typeof type !== "string" || !type.startsWith(PREFIX)) return null;
  if (!Object.hasOwn(MESSAGES, type))
    return refused("type", `type: expected ${Object.keys(MESSAGES).join(", ")}, got ${shown(type)}`);
  const fields = MESSAGES[type as MessageIn["type"]];
  const message: Record<string, unknown> = { type };
  for (const [name, value] of given) {
    if (name === "type") continue;
    if (name === "v") {
      if (value !== VERSION) return refused("version", `v: expected ${VERSION}, got ${shown(value)}`);
      continue;
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return refused("field", `${shown(name)}: ${type} has ${named(Object.keys(fields))}`);
    message[name] = field.read(value);
    if (message[name] === undefined)
      return refused("value", `${name}: expected ${field.expected}, got ${shown(value)}`);
  }
  const missing = Object.keys(fields).find((name) => !(name in message));
  if (missing) return refused("field", `${missing}: ${type} needs it`);
  return { kind: "message", message: message as unknown as MessageIn };
}

const named = (names: readonly string[]): string => (names.length > 0 ? `the fields ${names.join(", ")}` : "no fields");

const refused = (code: ErrorCode, message: string): ReadMessage => ({ kind: "refused", code, message });
