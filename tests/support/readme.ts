/** The README's code, for the tests that run it. */
import { readFileSync } from "node:fs";

/** Where the README's snippets take a lab from. */
export const EXAMPLE = "https://example.org/posenc/";

export interface Block {
  /** "" where the fence names none. */
  language: string;
  text: string;
}

const FENCED = /^```([\w-]*)\n([\s\S]*?)^```$/gm;

export const readmeBlocks = (): Block[] =>
  [...readFileSync(new URL("../../README.md", import.meta.url), "utf8").matchAll(FENCED)].map(
    ([, language = "", text = ""]) => ({ language, text: text.trimEnd() }),
  );

/** The only one in that language that has `part`. */
export function readmeBlock(language: string, part: string): string {
  const found = readmeBlocks().filter((block) => block.language === language && block.text.includes(part));
  if (found.length !== 1)
    throw new Error(`expected one ${language} block with ${part} in the README, got ${found.length}`);
  return (found[0] as Block).text;
}
