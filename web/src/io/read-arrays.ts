/** Every array of a file, by what the file is: binary formats by their first bytes, texts by their ending or first sign. */
import { ENDINGS } from "./file-endings.ts";
import { refuse } from "./file-fault.ts";
import { checkFileSize, MEBIBYTE, MOST_NUMBERS, MOST_TEXT, type NumberArray } from "./number-array.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { isNpy, readNpy } from "./read-npy.ts";
import { readNpz } from "./read-npz.ts";
import { readSafetensors } from "./read-safetensors.ts";
import { isZip } from "./zip.ts";

/** `file` is a name with or without folders; the array of a file with one has the name in front of the ending. */
export async function readArrays(file: string, bytes: Uint8Array): Promise<NumberArray[]> {
  checkFileSize(file, bytes.length);
  if (bytes.length === 0) refuse("file_empty", { field: file });
  const arrays = await readKind(file, bytes);
  const count = arrays.reduce((sum, { data }) => sum + data.length, 0);
  if (count > MOST_NUMBERS) refuse("numbers_many", { field: file, limit: MOST_NUMBERS, came: count });
  if (arrays.length === 0) refuse("file_empty", { field: file });
  for (const { name, shape, data } of arrays)
    if (data.length === 0)
      refuse("numbers_none", {
        field: name === stemOf(file) ? file : `${file}: ${name}`,
        came: `[${shape.join(", ")}]`,
      });
  return arrays;
}

async function readKind(file: string, bytes: Uint8Array): Promise<NumberArray[]> {
  const [, ending = ""] = /(\.[^./\\]+)$/.exec(file.toLowerCase()) ?? [];
  if (isNpy(bytes) || ending === ".npy") return [readNpy(bytes, stemOf(file), file)];
  if (isZip(bytes) || ending === ".npz") return readNpz(bytes, file);
  if (ending === ".safetensors") return readSafetensors(bytes, file);
  if (ending === ".json") return readJson(textOf(bytes, file), stemOf(file), file);
  if (ENDINGS.some((known) => known === ending)) return [readCsv(textOf(bytes, file), stemOf(file), file)];
  return refuse("file_kind", { field: file });
}

/** Numbers that were typed or pasted. */
export function readPasted(text: string, name: string): NumberArray[] {
  if (text.length > MOST_TEXT) tooLong(name, text.length);
  return /^\s*[[{]/.test(text) ? readJson(text, name) : [readCsv(text, name)];
}

function textOf(bytes: Uint8Array, file: string): string {
  if (bytes.length > MOST_TEXT) tooLong(file, bytes.length);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("file_kind", { field: file });
  }
}

function tooLong(field: string, length: number): never {
  refuse("file_large", { field, limit: MOST_TEXT / MEBIBYTE, came: Math.ceil(length / MEBIBYTE) });
}

/** "layer/q.npy" -> "q" */
const stemOf = (file: string): string => file.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
