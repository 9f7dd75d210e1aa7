/** Files that must be refused, and how: replayed against the readers, and the seeds of random changes. */
import type { FileFaultCode } from "../../../web/src/io/file-fault.ts";
import { toNpy } from "../../../web/src/io/npy.ts";
import { MOST_BYTES } from "../../../web/src/io/number-array.ts";
import { type Lies, makeZip } from "./make-zip.ts";

export type BadFile = [what: string, file: string, bytes: Uint8Array, fault: FileFaultCode, message: RegExp];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const good = toNpy({ shape: [2, 2], data: new Float32Array([1, 2, 3, 4]) });

/** An NPY file with another dictionary, in front of `count` bytes. */
export function npyWith(dictionary: string, count = 16, version = 1): Uint8Array {
  const width = version === 1 ? 2 : 4;
  const length = dictionary.length + 1;
  const size = Array.from({ length: width }, (_, i) => (length >> (8 * i)) & 0xff);
  const head = [0x93, ...utf8("NUMPY"), version, 0, ...size, ...utf8(`${dictionary}\n`)];
  return Uint8Array.from([...head, ...new Array<number>(count).fill(0)]);
}

const header = (descr: string, shape: string, fortran = "False") =>
  `{'descr': ${descr}, 'fortran_order': ${fortran}, 'shape': ${shape}, }`;

const npy: BadFile[] = [
  ["cut in the magic", "q.npy", good.slice(0, 4), "signature", /signature of NPY/],
  ["cut in the version", "q.npy", good.slice(0, 7), "version", /got 1\.\?/],
  ["cut in the header", "q.npy", good.slice(0, 60), "size", /expected 128 bytes, got 60/],
  ["cut in the numbers", "q.npy", good.slice(0, -1), "size", /expected 144 bytes, got 143/],
  ["one byte more", "q.npy", Uint8Array.from([...good, 0]), "size", /expected 144 bytes, got 145/],
  ["version 4", "q.npy", npyWith(header("'<f4'", "(4,)"), 16, 4), "version", /got 4\.0/],
  ["a shape that lies", "q.npy", npyWith(header("'<f4'", "(5,)")), "size", /bytes, got/],
  ["a vast shape", "q.npy", npyWith(header("'<f4'", "(99999999, 99999999)")), "numbers_many", /at most 67108864/],
  ["sizes beyond 2^53", "q.npy", npyWith(header("'<f4'", `(0, ${"9".repeat(30)})`), 0), "numbers_many", /numbers/],
  ["nine axes", "q.npy", npyWith(header("'<f4'", "(1, 1, 1, 1, 1, 1, 1, 1, 4)")), "axes_many", /at most 8 axes, got 9/],
  ["a negative size", "q.npy", npyWith(header("'<f4'", "(-4,)")), "header", /got 'shape'|in the header/],
  ["a number for a tuple", "q.npy", npyWith(header("'<f4'", "(4)")), "header", /'shape': \(2, 3\)/],
  ["no shape", "q.npy", npyWith("{'descr': '<f4', 'fortran_order': False}"), "header", /'shape'/],
  [
    "a key too many",
    "q.npy",
    npyWith("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), 'x': True}"),
    "header",
    /got x/,
  ],
  ["a key twice", "q.npy", npyWith("{'descr': '<f4', 'descr': '<f4', 'shape': (4,)}"), "name_twice", /descr twice/],
  ["Python in the header", "q.npy", npyWith("{'descr': __import__('os').system('x')}"), "header", /import/],
  ["no dictionary", "q.npy", npyWith("[1, 2]"), "header", /got \[1, 2\]/],
  ["objects", "q.npy", npyWith(header("'|O'", "(2,)")), "dtype_object", /Python objects/],
  ["bfloat16 as raw bytes", "q.npy", npyWith(header("'<V2'", "(8,)")), "dtype_raw", /bfloat16/],
  ["a structured type", "q.npy", npyWith(header("[('a', '<f4')]", "(4,)")), "dtype", /a type that is read/],
  ["long double", "q.npy", npyWith(header("'<f16'", "(1,)")), "dtype", /f16/],
  ["no order of bytes", "q.npy", npyWith(header("'|f4'", "(4,)")), "dtype", /f4/],
  ["a type named like a method", "q.npy", npyWith(header("'<constructor'", "(4,)")), "dtype", /constructor/],
  ["fortran_order 1", "q.npy", npyWith("{'descr': '<f4', 'fortran_order': 1, 'shape': (4,)}"), "header", /header/],
];

const zip = (lies: Lies = {}): Uint8Array => makeZip([["q.npy", good]], lies);

const npz: BadFile[] = [
  ["cut", "a.npz", zip().slice(0, -10), "zip_broken", /broken or cut/],
  ["cut at the front", "a.npz", zip().slice(10), "zip_broken", /broken or cut/],
  ["encrypted", "a.npz", zip({ flags: 1 }), "zip_locked", /a\.npz: q\.npy: .*encrypted/],
  ["bzip2", "a.npz", zip({ method: 12 }), "zip_method", /method 12/],
  ["a checksum that lies", "a.npz", zip({ crc: 1 }), "zip_checksum", /checksum/],
  ["a size that is too small", "a.npz", zip({ size: 20 }), "zip_size", /expected 20 bytes unpacked.*got > 20/],
  ["a size that is too large", "a.npz", zip({ size: 2000 }), "zip_size", /expected 2000 .*got 144/],
  ["a stored size that lies", "a.npz", zip({ method: 0, size: 20 }), "zip_size", /expected 20 /],
  [
    "a bomb by what it states",
    "a.npz",
    zip({ size: 0xfffffff0 }),
    "zip_large",
    /at most 513 MiB unpacked, got 4096 MiB/,
  ],
  [
    "members on the same bytes",
    "a.npz",
    makeZip(
      [
        ["q.npy", good],
        ["k.npy", good],
      ],
      { overlap: true },
    ),
    "zip_broken",
    /broken/,
  ],
  [
    "a name twice",
    "a.npz",
    makeZip([
      ["q.npy", good],
      ["q.npy", good],
    ]),
    "name_twice",
    /q\.npy twice/,
  ],
  ["another file in it", "a.npz", makeZip([["../../etc/passwd", good]]), "zip_member", /\.npy members only/],
  ["a bad member", "a.npz", makeZip([["q.npy", good.slice(1)]]), "signature", /a\.npz: q/],
  ["nothing in it", "a.npz", makeZip([]), "file_empty", /empty/],
];

/** A safetensors file with another header, in front of `count` bytes. */
export function safetensorsWith(head: unknown, count = 16, length?: bigint): Uint8Array {
  const text = utf8(typeof head === "string" ? head : JSON.stringify(head));
  const bytes = new Uint8Array(8 + text.length + count);
  new DataView(bytes.buffer).setBigUint64(0, length ?? BigInt(text.length), true);
  bytes.set(text, 8);
  return bytes;
}

const entry = (begin: number, end: number, more: object = {}) => ({
  dtype: "F32",
  shape: [2],
  data_offsets: [begin, end],
  ...more,
});

const safetensors: BadFile[] = [
  ["cut in the length", "a.safetensors", new Uint8Array(5), "size", /expected 8 bytes, got 5/],
  ["a header beyond the file", "a.safetensors", safetensorsWith("{}", 0, 100n), "header", /at most 2 bytes.*got 100/],
  ["a header of 2^63 bytes", "a.safetensors", safetensorsWith("{}", 0, 2n ** 63n), "header", /got 9223372036854775808/],
  ["no JSON", "a.safetensors", safetensorsWith("{a}", 0), "json_broken", /JSON/],
  ["a list", "a.safetensors", safetensorsWith([1], 0), "header", /got \[1\]/],
  ["space in front", "a.safetensors", safetensorsWith(" {}", 0), "header", /header/],
  ["no UTF-8", "a.safetensors", safetensorsWith("{}", 0).fill(0xff, 8), "json_broken", /JSON/],
  ["an unknown type", "a.safetensors", safetensorsWith({ q: entry(0, 8, { dtype: "F8_E4M3" }) }), "dtype", /F8_E4M3/],
  [
    "a type named like a method",
    "a.safetensors",
    safetensorsWith({ q: entry(0, 8, { dtype: "toString" }) }),
    "dtype",
    /toString/,
  ],
  ["a size that lies", "a.safetensors", safetensorsWith({ q: entry(0, 16) }), "size", /q: expected 8 bytes, got 16/],
  ["offsets backwards", "a.safetensors", safetensorsWith({ q: entry(8, 0) }), "size", /expected 8 bytes, got -8/],
  [
    "an overlap",
    "a.safetensors",
    safetensorsWith({ q: entry(0, 8), k: entry(4, 12) }, 12),
    "offsets",
    /k: .*begin at 8, .*got 4/,
  ],
  [
    "a hole",
    "a.safetensors",
    safetensorsWith({ q: entry(0, 8), k: entry(12, 20) }, 20),
    "offsets",
    /begin at 8, .*got 12/,
  ],
  ["a rest", "a.safetensors", safetensorsWith({ q: entry(0, 8) }, 9), "size", /expected 8 bytes, got 9/],
  ["beyond the file", "a.safetensors", safetensorsWith({ q: entry(0, 8) }, 7), "size", /expected 8 bytes, got 7/],
  ["half a size", "a.safetensors", safetensorsWith({ q: entry(0, 8, { shape: [0.5] }) }), "header", /shape: \[2, 3\]/],
  [
    "a vast shape",
    "a.safetensors",
    safetensorsWith({ q: entry(0, 8, { shape: [2 ** 40, 2 ** 40] }) }),
    "numbers_many",
    /numbers/,
  ],
  [
    "three offsets",
    "a.safetensors",
    safetensorsWith({ q: entry(0, 8, { data_offsets: [0, 8, 9] }) }),
    "header",
    /data_offsets/,
  ],
  ["a field too many", "a.safetensors", safetensorsWith({ q: entry(0, 8, { order: "F" }) }, 8), "header", /got order/],
  ["metadata of numbers", "a.safetensors", safetensorsWith({ __metadata__: { a: 1 } }, 0), "header", /__metadata__/],
];

const text: BadFile[] = [
  ["ragged", "q.csv", utf8("1,2\n3\n"), "csv_ragged", /q\.csv, line 2: expected 2 columns, .*got 1/],
  [
    "a word below the names",
    "q.csv",
    utf8("a,b\n1,2\n3,dog\n"),
    "csv_number",
    /line 3, column 2: expected a number, got dog/,
  ],
  ["a hole", "q.csv", utf8("1,,3\n"), "file_empty", /empty/],
  ["a hole below", "q.csv", utf8("1,2,3\n1,,3\n"), "csv_number", /line 2, column 2/],
  ["hexadecimal", "q.csv", utf8("1\n0x10\n"), "csv_number", /0x10/],
  ["names alone", "q.csv", utf8("a,b\n"), "file_empty", /empty/],
  [
    "an index out of order",
    "q.csv",
    utf8("query,channel,value\n0,0,1\n0,2,1\n0,1,1\n"),
    "csv_index",
    /line 3: expected the index 1, got 2/,
  ],
  ["no UTF-8", "q.csv", Uint8Array.of(0xff, 0xfe, 0x31), "file_kind", /another kind/],
  ["nothing", "q.csv", new Uint8Array(), "file_empty", /empty/],
  ["ragged", "q.json", utf8("[[1, 2], [3]]"), "json_length", /q\.json\[1\]: expected 2 elements, got 1/],
  ["a word", "q.json", utf8('[[1, "2"]]'), "json_value", /q\.json\[0\]\[1\]: .*got 2/],
  ["uneven depth", "q.json", utf8("[[1], 2]"), "json_length", /q\.json\[1\]: expected 1 elements, got 2/],
  ["deeper below", "q.json", utf8("[1, [2]]"), "json_value", /q\.json\[1\]/],
  ["very deep", "q.json", utf8("[".repeat(100_000) + "]".repeat(100_000)), "axes_many", /at most 8 axes/],
  [
    "a shape that lies",
    "q.json",
    utf8('{"q": {"shape": [3], "data": [1, 2]}}'),
    "json_length",
    /q\.json: q\.data: expected 3/,
  ],
  ["no list", "q.json", utf8("7"), "json_value", /got 7/],
  ["cut", "q.json", utf8("[1, 2"), "json_broken", /JSON/],
  ["null", "q.json", utf8('{"q": null}'), "json_value", /got null/],
  ["another kind", "q.exe", utf8("MZ"), "file_kind", /another kind/],
  ["no ending", "q", utf8("1,2"), "file_kind", /another kind/],
  [
    "too large to look at",
    "q.npy",
    { length: MOST_BYTES + 1 } as Uint8Array,
    "file_large",
    /at most 256 MiB, got 257 MiB/,
  ],
];

export const BAD_FILES: readonly BadFile[] = [...npy, ...npz, ...safetensors, ...text];
