/**
 * Numbers that a visitor gave in files, as a property of a lab's state. Short ones stand in the address, as safetensors in
 * base64url, read as strictly as any file. Long ones stay in this page's memory, the address has only their mark: Undo,
 * Back and comparisons find them, another page does not.
 */
import type { ProblemInput, Tensor } from "../engine/problem.ts";
import { type GivenProblem, givenProblem } from "../io/given-problem.ts";
import { readSafetensors } from "../io/read-safetensors.ts";
import { byRole, type GivenArrays, ROLES } from "../io/roles.ts";
import { toSafetensors } from "../io/safetensors.ts";
import type { Property } from "../state/schema.ts";

/** Of the property in an address: two of them and a text still fit. */
const MOST_WRITTEN = 6000;
const MOST_HELD = 24;
const HELD = "held.";

export interface Given {
  /** As they were read. */
  readonly arrays: GivenArrays;
  /** As fields of the problem. */
  readonly problem: GivenProblem;
  /** In the address. */
  readonly text: string;
}

/** Whether an address brings these numbers to another page. */
export const isInLink = (given: Given | null): boolean => !given?.text.startsWith(HELD);
/** Whether a text of an address is such a mark. */
export const isHeldText = (text: string): boolean => text.startsWith(HELD);

const known = new Map<string, Given>();

/** Refuses arrays that do not go together with a FileFault. null where there are none. */
export function makeGiven(arrays: GivenArrays): Given | null {
  const problem = givenProblem(arrays);
  const tensors = Object.fromEntries(ROLES.flatMap((role) => (arrays[role] ? [[role, arrays[role]]] : [])));
  if (Object.keys(tensors).length === 0) return null;
  const bytes = toSafetensors(tensors);
  const written = (bytes.length * 4) / 3 <= MOST_WRITTEN ? toBase64Url(bytes) : `${HELD}${markOf(bytes)}`;
  return remember({ arrays, problem, text: written });
}

function remember(given: Given): Given {
  known.delete(given.text);
  known.set(given.text, given);
  for (const old of known.keys()) if (known.size > MOST_HELD) known.delete(old);
  return given;
}

export const givenProperty: Property<Given | null> = {
  start: null,
  allowed: "safetensors, base64url",
  read(text) {
    const found = known.get(text);
    if (found) return { value: remember(found) };
    try {
      const arrays = byRole(readSafetensors(fromBase64Url(text), "given"), "given");
      const given = { arrays, problem: givenProblem(arrays), text };
      return { value: remember(given) };
    } catch {
      return null;
    }
  },
  write: (given) => given?.text ?? "",
};

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Tells contents apart (FNV-1a over words, twice): a mark of this page's memory, not a proof. */
function markOf(bytes: Uint8Array): string {
  const words = new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer);
  let [a, b] = [0x811c9dc5, bytes.length];
  for (const word of words) {
    a = Math.imul(a ^ word, 0x01000193);
    b = Math.imul(b ^ (word >>> 7) ^ (word << 25), 0x85ebca6b);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The input with nested lists in the place of tensors: for JSON. Made when it is written. */
export function jsonInput(input: ProblemInput): ProblemInput {
  const lists = Object.entries(input).map(([name, value]) => [name, isTensor(value) ? new Listed(value) : value]);
  return Object.fromEntries(lists) as ProblemInput;
}

class Listed implements Tensor {
  readonly shape: readonly number[];
  readonly data: Tensor["data"];

  constructor({ shape, data }: Tensor) {
    this.shape = shape;
    this.data = data;
  }

  toJSON(): unknown {
    return nested(this.data, this.shape);
  }
}

function nested(data: Tensor["data"], [size = 0, ...rest]: readonly number[]): unknown[] {
  if (rest.length === 0) return Array.from(data);
  const step = data.length / size;
  return Array.from({ length: size }, (_, i) => nested(data.subarray(i * step, (i + 1) * step), rest));
}

const isTensor = (value: unknown): value is Tensor => typeof value === "object" && value !== null && "data" in value;
