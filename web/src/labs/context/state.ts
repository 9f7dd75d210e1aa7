/**
 * What the lab shows, as text in the address: `#context=` and its JSON. Fields that have their default are left out, so
 * that an empty fragment is the start.
 */
import type { LinkCodec } from "../../lab/state-history.ts";
import { DIALECT_NAMES, type DialectName } from "./dialect-names.ts";

/** A model of the catalogue, or the text of a configuration. */
export type Source = { kind: "model"; id: string } | { kind: "text"; text: string };

/** A configuration as a dialect reads it. */
export interface Subject {
  source: Source;
  /** null: the one that fits the file. */
  dialect: DialectName | null;
}

/** What is compared with. */
export interface OtherSubject extends Subject {
  /** null: the type of the same name as in the present configuration. */
  layerType: string | null;
}

export const STAGES = ["inv_freq", "position", "angle", "table", "all"] as const;
export type Stage = (typeof STAGES)[number];

export const QUANTITIES = ["wavelength", "frequency"] as const;
export type Quantity = (typeof QUANTITIES)[number];

export const ROWS = ["matters", "all"] as const;
export type Rows = (typeof ROWS)[number];

export interface ContextState extends Subject {
  /** null: the longest context that the configuration names. */
  length: number | null;
  /** null: the layer type that is scaled, else that of full attention. */
  layerType: string | null;
  /** null: the same configuration without its scaling. */
  other: OtherSubject | null;
  stage: Stage;
  quantity: Quantity;
  rows: Rows;
}

export const START: ContextState = {
  source: { kind: "model", id: "llama-3.1-8b" },
  dialect: null,
  length: null,
  layerType: null,
  other: null,
  stage: "angle",
  quantity: "wavelength",
  rows: "matters",
};

export const LENGTHS = [1, 2 ** 24] as const;

/** Longer configurations are not put into links. */
export const MAX_LINK_TEXT = 64 * 1024;
/** Longer texts are not read at all. */
export const MAX_TEXT = 1024 * 1024;

const KEY = "context=";

export const sameSource = (a: Source, b: Source): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the address can hold the state. */
export const fitsLink = (state: ContextState): boolean =>
  [state.source, state.other?.source].every((source) => source?.kind !== "text" || source.text.length <= MAX_LINK_TEXT);

export function toHash(state: ContextState): string {
  if (!fitsLink(state)) return "";
  const changed = Object.entries(state).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(START[key as keyof ContextState]),
  );
  if (changed.length === 0) return "";
  const json = encodeURIComponent(JSON.stringify(Object.fromEntries(changed)));
  return `#${KEY}${json.replaceAll("%2C", ",").replaceAll("%3A", ":").replace(/['()]/g, percent)}`;
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`;

/** A fragment that is not understood, as a code and what it is about. */
export class LinkError extends Error {
  override readonly name = "LinkError";

  constructor(
    readonly code: "encoding" | "json" | "field" | "long" | "model",
    readonly field = "",
  ) {
    super(`${code} ${field}`);
  }
}

export function readHash(hash: string): ContextState {
  const text = hash.replace(/^#/, "");
  if (text === "") return START;
  // Percent-encoding makes three signs of one, nine of a Chinese one; two configurations may stand there.
  if (text.length > 20 * MAX_LINK_TEXT) throw new LinkError("long");
  if (!text.startsWith(KEY)) throw new LinkError("field", text.slice(0, 40));
  let json: string;
  try {
    json = decodeURIComponent(text.slice(KEY.length));
  } catch {
    throw new LinkError("encoding");
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new LinkError("json");
  }
  return readState(value);
}

function readState(value: unknown): ContextState {
  const given = asObject(value, "context");
  for (const key of Object.keys(given)) if (!Object.hasOwn(START, key)) throw new LinkError("field", key);
  const state = { ...START, ...given } as Record<keyof ContextState, unknown>;
  return {
    ...readSubject(state, ""),
    length: state.length === null ? null : readLength(state.length),
    layerType: readLayerType(state.layerType, "layerType"),
    other: state.other === null ? null : readOther(asObject(state.other, "other")),
    stage: oneOf(STAGES, state.stage, "stage"),
    quantity: oneOf(QUANTITIES, state.quantity, "quantity"),
    rows: oneOf(ROWS, state.rows, "rows"),
  };
}

const readLayerType = (value: unknown, field: string): string | null =>
  (value ?? null) === null ? null : readText(value, field, 200);

const readOther = (given: Record<string, unknown>): OtherSubject => ({
  ...readSubject(given, "other."),
  layerType: readLayerType(given.layerType, "other.layerType"),
});

function readSubject(given: { source?: unknown; dialect?: unknown }, path: string): Subject {
  return {
    source: readSource(asObject(given.source, `${path}source`), `${path}source`),
    dialect: (given.dialect ?? null) === null ? null : oneOf(DIALECT_NAMES, given.dialect, `${path}dialect`),
  };
}

function readSource(given: Record<string, unknown>, path: string): Source {
  if (given.kind === "model") return { kind: "model", id: readText(given.id, `${path}.id`, 200) };
  if (given.kind === "text") return { kind: "text", text: readText(given.text, `${path}.text`, MAX_LINK_TEXT) };
  throw new LinkError("field", `${path}.kind`);
}

function asObject(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new LinkError("field", field);
  return value as Record<string, unknown>;
}

function readText(value: unknown, field: string, limit: number): string {
  if (typeof value !== "string" || value.length > limit) throw new LinkError("field", field);
  return value;
}

function readLength(value: unknown): number {
  const fits = typeof value === "number" && Number.isInteger(value) && value >= LENGTHS[0] && value <= LENGTHS[1];
  if (!fits) throw new LinkError("field", "length");
  return value;
}

function oneOf<T extends string>(options: readonly T[], value: unknown, field: string): T {
  const found = options.find((option) => option === value);
  if (found === undefined) throw new LinkError("field", field);
  return found;
}

/** As the history of the page reads and writes it: a faulty link keeps the present state. */
export const contextLink: LinkCodec<ContextState, LinkError> = {
  read(hash) {
    try {
      return { state: readHash(hash), fault: null };
    } catch (error) {
      if (error instanceof LinkError) return { state: null, fault: error };
      throw error;
    }
  },
  write: toHash,
};
