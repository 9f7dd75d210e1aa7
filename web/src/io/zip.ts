/**
 * Members of a zip archive, by its central directory. Names are only ever text: nothing is written anywhere. Sizes are
 * checked before anything is unpacked, no two members may share bytes, and unpacking stops at the size that is stated.
 */
import { excerpt, refuse } from "./file-fault.ts";
import { MEBIBYTE, MOST_NUMBERS } from "./number-array.ts";

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const MOST_COMMENT = 65_535;
const MOST_MEMBERS = 4096;
/** As many float64 numbers as a file may have, and their headers. */
const MOST_UNPACKED = 8 * MOST_NUMBERS + MEBIBYTE;

interface Member {
  name: string;
  method: number;
  crc: number;
  packed: Uint8Array;
  size: number;
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

export function listZip(bytes: Uint8Array, field: string): Member[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(bytes, view, field);
  } catch (error) {
    // A view refuses what lies outside the file.
    if (error instanceof RangeError) return refuse("zip_broken", { field });
    throw error;
  }
}

function readDirectory(bytes: Uint8Array, view: DataView, field: string): Member[] {
  const end = findEnd(view, field);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_MEMBERS) refuse("zip_broken", { field });
  const members: Member[] = [];
  const taken: [number, number][] = [];
  let [at, total] = [view.getUint32(end + 16, true), 0];
  for (let i = 0; i < count; i++) {
    const { member, range, next } = readMember(bytes, view, at, field);
    members.push(member);
    taken.push(range);
    total += member.size;
    at = next;
  }
  if (at !== end) refuse("zip_broken", { field });
  if (total > MOST_UNPACKED)
    refuse("zip_large", { field, limit: Math.floor(MOST_UNPACKED / MEBIBYTE), came: Math.ceil(total / MEBIBYTE) });
  taken.sort(([a], [b]) => a - b);
  for (const [i, [from]] of taken.entries())
    if (i > 0 && from < (taken[i - 1]?.[1] ?? 0)) refuse("zip_broken", { field });
  return members;
}

function findEnd(view: DataView, field: string): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  return refuse("zip_broken", { field });
}

function readMember(bytes: Uint8Array, view: DataView, at: number, field: string) {
  if (view.getUint32(at, true) !== CENTRAL) refuse("zip_broken", { field });
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const crc = view.getUint32(at + 16, true);
  const packedSize = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const nameLength = view.getUint16(at + 28, true);
  const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
  const here = `${field}: ${excerpt(name)}`;
  if (flags & 1) refuse("zip_locked", { field: here });
  if (method !== 0 && method !== 8) refuse("zip_method", { field: here, came: method });
  if (method === 0 && packedSize !== size) refuse("zip_size", { field: here, expected: size, came: packedSize });
  const local = view.getUint32(at + 42, true);
  if (view.getUint32(local, true) !== LOCAL) refuse("zip_broken", { field });
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packedSize > bytes.length || next > bytes.length) refuse("zip_broken", { field });
  const member: Member = { name, method, crc, packed: bytes.subarray(start, start + packedSize), size };
  return { member, range: [local, start + packedSize] as [number, number], next };
}

export async function unzip({ name, method, crc, packed, size }: Member, field: string): Promise<Uint8Array> {
  const here = `${field}: ${excerpt(name)}`;
  const bytes = method === 0 ? packed : await inflate(packed, size, here);
  if (crc32(bytes) !== crc) refuse("zip_checksum", { field: here });
  return bytes;
}

/** Grows with what comes, so that a stated size alone allocates nothing. */
async function inflate(packed: Uint8Array, size: number, field: string): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > size) break;
      parts.push(read.value);
    }
  } catch {
    refuse("zip_broken", { field });
  }
  if (length !== size) {
    await reader.cancel().catch(() => {});
    refuse("zip_size", { field, expected: size, came: length > size ? `> ${size}` : length });
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number);
  return ~crc >>> 0;
}
