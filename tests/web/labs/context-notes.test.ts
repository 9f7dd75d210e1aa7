/** Everything that a report can say has words in the lab, with the reader's own placeholders. */
import { expect, test } from "vitest";
import { explainNote } from "../../../web/src/io/hf-config/explain-text.ts";
import { NOTE_CODES } from "../../../web/src/io/hf-config/note-codes.ts";
import { noteText } from "../../../web/src/labs/context/note-text.ts";
import english from "../../../web/src/labs/context/strings.en.json";

test("every note code has words, and no other has", () => {
  const words = Object.keys(english).filter((key) => key.startsWith("note."));
  expect(words.sort()).toEqual(NOTE_CODES.map((code) => `note.${code}`).sort());
});

test.each(NOTE_CODES)("%s takes every value that the reader gives", (code) => {
  const text = english[`note.${code}` as keyof typeof english];
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
  const note = { code, values };
  expect(noteText({ key: "", status: "read", note })).toBe(explainNote(note).replaceAll("`", ""));
});

test("dialects are named as the page names them", () => {
  const note = { code: "dialect_ignores", values: { dialect: "llama_cpp" } };
  expect(noteText({ key: "", status: "ignored", note })).toBe("llama.cpp does not read it");
});
