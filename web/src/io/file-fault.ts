/**
 * What is wrong with a file of numbers, as a code and values: the command says it in the English of this table, the page
 * in its own language. `field` is the file, or the array in it; `came` is an excerpt of what stood there, only ever text.
 */
import { PosencError } from "../engine/errors.ts";

export const MESSAGES = {
  file_large: "{field}: expected at most {limit} MiB, got {came} MiB",
  file_kind: "{field}: expected a .npy, .npz, .safetensors, .csv or .json file, got another kind",
  file_empty: "{field}: expected numbers, got an empty file",
  file_unread: "{field}: the file could not be read",
  numbers_many: "{field}: expected at most {limit} numbers in a file, got {came}",
  numbers_none: "{field}: expected numbers, got none (shape {came})",
  axes_many: "{field}: expected at most {limit} axes, got {came}",
  signature: "{field}: expected the signature of {format}, got other bytes",
  version: "{field}: expected NPY version 1, 2 or 3, got {came}",
  header: "{field}: expected {expected} in the header, got {came}",
  size: "{field}: expected {expected} bytes, got {came}",
  dtype: "{field}: expected numbers of a type that is read ({expected}), got {came}",
  dtype_raw: "{field}: {came} is two bytes without a type, as NumPy stores bfloat16; save float32, or use safetensors",
  dtype_object: "{field}: expected numbers, got Python objects, which are never loaded",
  integer_large: "{field}: expected whole numbers up to 2^53, which float64 holds exactly, got {came}",
  zip_broken: "{field}: expected a whole zip archive, got a broken or cut one",
  zip_method: "{field}: expected a member that is stored or deflated, got method {came}",
  zip_locked: "{field}: expected a member without a password, got an encrypted one",
  zip_member: "{field}: expected .npy members only, got {came}",
  zip_large: "{field}: expected at most {limit} MiB unpacked, got {came} MiB",
  zip_size: "{field}: expected {expected} bytes unpacked, as the archive states, got {came}",
  zip_checksum: "{field}: the checksum of the member does not match",
  name_twice: "{field}: expected every name once, got {came} twice",
  offsets: "{field}: expected its bytes to begin at {expected}, where the array before it ends, got {came}",
  csv_number: "{field}, line {line}, column {column}: expected a number, got {came}",
  csv_ragged: "{field}, line {line}: expected {expected} columns, as in the lines before, got {came}",
  csv_index: "{field}, line {line}: expected the index {expected}, got {came}",
  json_broken: "{field}: expected JSON, got text that is none",
  json_length: "{field}: expected {expected} elements, got {came}",
  json_value: "{field}: expected numbers or lists of numbers, got {came}",
  role_none: "{field}: expected the names {expected}, found {came}",
  role_twice: "{field}: expected one array for this, got {came}",
  role_missing: "{field} is missing: {came} is there, and both are needed",
  role_both: "expected either X or q, k and v, got both",
  shape: "{field}: expected {expected}, got shape {came}",
  finite: "{field}: expected finite float32 numbers, got {came} at index {index}",
  mask_value: "{field}: expected only {expected}, got {came} at index {index}",
} as const;

export type FileFaultCode = keyof typeof MESSAGES;
export type FaultValues = Readonly<Record<string, string | number>>;

export class FileFault extends PosencError {
  constructor(
    readonly fault: FileFaultCode,
    readonly values: FaultValues,
  ) {
    const message = MESSAGES[fault].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
    super(fault === "file_large" ? "too_large" : "invalid_argument", message);
  }
}

export function refuse(fault: FileFaultCode, values: FaultValues): never {
  throw new FileFault(fault, values);
}

const SHOWN = 40;

/** What came, short enough for a message. */
export function excerpt(came: unknown): string {
  const text = typeof came === "string" ? came : (JSON.stringify(came) ?? String(came));
  const signs = [...text.slice(0, 4 * SHOWN)].map((sign) => (/\p{Cc}/u.test(sign) ? "�" : sign));
  return signs.length > SHOWN ? `${signs.slice(0, SHOWN).join("")}…` : signs.join("");
}
