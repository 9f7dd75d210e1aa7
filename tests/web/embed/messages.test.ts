/** Messages to a frame: what is understood, and that nothing else is, whatever comes. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MESSAGES, type MessageIn, MOST_STATE, readMessage } from "../../../web/src/embed/messages.ts";

const types = Object.keys(MESSAGES) as MessageIn["type"][];

describe("a message", () => {
  it("is read with its fields, with or without a version", () => {
    expect(readMessage({ type: "posenc:set", state: "theta=1" })).toEqual({
      kind: "message",
      message: { type: "posenc:set", state: "theta=1" },
    });
    expect(readMessage({ type: "posenc:ping", v: 1 })).toEqual({ kind: "message", message: { type: "posenc:ping" } });
  });

  it("hands bytes on as they are, from a buffer and from a view", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    for (const given of [bytes, bytes.buffer])
      expect(readMessage({ type: "posenc:load", name: "a.json", bytes: given })).toEqual({
        kind: "message",
        message: { type: "posenc:load", name: "a.json", bytes },
      });
  });

  it.each([
    [{ type: "posenc:eval", code: "1" }, "type", "posenc:eval"],
    [{ type: "posenc:constructor" }, "type", "posenc:constructor"],
    [{ type: "posenc:ping", v: 2 }, "version", "v: expected 1"],
    [{ type: "posenc:ping", state: "" }, "field", "posenc:ping has no fields"],
    [{ type: "posenc:set", state: "", extra: 1 }, "field", "extra"],
    [{ type: "posenc:set" }, "field", "state"],
    [{ type: "posenc:set", state: 1 }, "value", "got number"],
    [{ type: "posenc:set", state: "x".repeat(MOST_STATE + 1) }, "value", `${MOST_STATE}`],
    [{ type: "posenc:theme", theme: "pink" }, "value", "auto, light, dark, got pink"],
    [{ type: "posenc:lang", lang: "de" }, "value", "zh-Hans"],
    [{ type: "posenc:load", name: "a", bytes: [1] }, "value", "Uint8Array"],
    [JSON.parse('{"type": "posenc:ping", "__proto__": 1}'), "field", "__proto__"],
  ])("%j is refused as %s", (data, code, words) => {
    const read = readMessage(data);
    expect(read).toMatchObject({ kind: "refused", code });
    expect(read?.message).toContain(words);
  });

  it.each([null, undefined, 1, "posenc:ping", [], {}, { type: 1 }, { type: "webpackOk" }, { message: "posenc:ping" }])(
    "%j is not addressed to Posenc",
    (data) => expect(readMessage(data)).toBeNull(),
  );

  it("that anyone makes up is read whole, refused in words, or left alone", () => {
    const anything = fc.anything({ withTypedArray: true, withNullPrototype: true, withBigInt: true });
    const ours = fc.record({
      type: fc.oneof(
        fc.constantFrom(...types),
        fc.string().map((end) => `posenc:${end}`),
      ),
    });
    const made = fc.tuple(
      ours,
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("state", "theme", "lang", "name", "bytes", "v")), anything),
    );
    const given = fc.oneof(
      anything,
      made.map(([message, fields]) => ({ ...fields, ...message })),
    );
    fc.assert(
      fc.property(given, (data) => {
        const read = readMessage(data);
        if (read === null) return;
        if (read.kind === "refused") {
          expect(read.message).not.toBe("");
          // Nothing large comes back.
          expect(read.message.length).toBeLessThan(400);
          return;
        }
        expect(types).toContain(read.message.type);
        expect(Object.keys(read.message).slice(1).sort()).toEqual(Object.keys(MESSAGES[read.message.type]).sort());
      }),
      { numRuns: 2000 },
    );
  });
});
