/** Zip archives, right and wrong ones. */
import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../../web/src/io/zip.ts";

export interface Lies {
  method?: number;
  flags?: number;
  size?: number;
  crc?: number;
  /** All members at the bytes of the first. */
  overlap?: true;
}

export function makeZip(members: readonly (readonly [string, Uint8Array])[], lies: Lies = {}): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of members) {
    const { method = 8, flags = 0, size = bytes.length, crc = crc32(bytes) } = lies;
    const packed = method === 8 ? deflateRawSync(bytes) : Buffer.from(bytes);
    const text = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc >>> 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(text.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, text, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(lies.overlap ? 0 : at, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, tail, text]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}
