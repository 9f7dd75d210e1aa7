/** NumPy's .npz: a zip archive of .npy members, whose names are those of the arrays. */
import { excerpt, refuse } from "./file-fault.ts";
import type { NumberArray } from "./number-array.ts";
import { readNpy } from "./read-npy.ts";
import { listZip, unzip } from "./zip.ts";

const ENDING = ".npy";

export async function readNpz(bytes: Uint8Array, field: string): Promise<NumberArray[]> {
  const members = listZip(bytes, field);
  const names = new Set<string>();
  for (const { name } of members) {
    if (!name.endsWith(ENDING)) refuse("zip_member", { field, came: excerpt(name) });
    if (names.has(name)) refuse("name_twice", { field, came: excerpt(name) });
    names.add(name);
  }
  const arrays: NumberArray[] = [];
  for (const member of members) {
    const name = member.name.slice(0, -ENDING.length);
    arrays.push(readNpy(await unzip(member, field), name, `${field}: ${excerpt(name)}`));
  }
  return arrays;
}
