import { describe, expect, test, vi } from "vitest";
import english from "../../../web/src/i18n/files/strings.en.json";
import { FileFault, MESSAGES } from "../../../web/src/io/file-fault.ts";
import { readArrays } from "../../../web/src/io/read-arrays.ts";
import { BAD_FILES } from "./bad-files.ts";
import { makeZip } from "./make-zip.ts";

describe("refused in words", () => {
  test.each(BAD_FILES)("%s (%s)", async (_, file, bytes, fault, message) => {
    const thrown = await readArrays(file, bytes).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(FileFault);
    expect(thrown).toMatchObject({ fault, message: expect.stringMatching(message) });
    const { values } = thrown as FileFault;
    // Every placeholder has a value, and what stood in the file is cut short.
    for (const [, name] of MESSAGES[fault].matchAll(/\{(\w+)\}/g)) expect(values[name as string]).toBeDefined();
    for (const value of Object.values(values)) expect(String(value).length).toBeLessThan(90);
  });

  test("a bomb is unpacked no further than it states", async () => {
    const bomb = makeZip([["q.npy", new Uint8Array(64 * 1024 * 1024)]], { size: 1000 });
    let unpacked = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        unpacked += part.length;
        controller.enqueue(part);
      },
    });
    const { writable, readable } = new DecompressionStream("deflate-raw");
    const counted = { writable, readable: readable.pipeThrough(count) };
    vi.stubGlobal("DecompressionStream", function Counted() {
      return counted;
    });
    await expect(readArrays("a.npz", bomb)).rejects.toMatchObject({ fault: "zip_size" });
    vi.unstubAllGlobals();
    expect(unpacked).toBeGreaterThan(1000);
    expect(unpacked).toBeLessThan(1024 * 1024);
  });

  test("the page says in English what the command says", () => {
    const said = Object.entries(english).flatMap(([key, text]) =>
      key.startsWith("fault.") ? [[key.slice(6), text]] : [],
    );
    expect(Object.fromEntries(said)).toEqual(MESSAGES);
  });
});
