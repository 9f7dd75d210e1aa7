import type { Block } from "./block.ts";
import type { Pairing } from "./families.ts";
import type { Key } from "./key-tree.ts";
import type { Dialect, Resolution } from "./types.ts";

/** A configuration in the words of Hugging Face, whatever format it came in. */
export interface Source {
  kind: Resolution["source"];
  /** As the text names it, and the key that does. */
  architecture: string;
  named?: Key;
  /** The text part of a model that has others. */
  multimodal: boolean;
  /** The row of families.ts. */
  modelType: string;
  /** The library that the format is made for. */
  dialect: Dialect;
  root: Block;
  /** Where rope_type, factor and the like stand. */
  rope: readonly Block[];
  /** The same by layer type, where the text separates them. */
  ropeByType: ReadonlyMap<string, Block>;
  /** The context of the models that have such settings, where the format has no key for it. */
  published?: { model: string; length: number };
  /** Fixed by the format. */
  pairing?: Pairing;
}
