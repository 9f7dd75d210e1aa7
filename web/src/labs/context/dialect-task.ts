/** How each dialect reads the configuration, beside the one that fits the file. */
import { compareDialects, type DialectComparison } from "../../io/hf-config/compare-dialects.ts";
import type { Task } from "./parts.ts";

export const dialectsTask = (config: Readonly<Record<string, unknown>>, length: number): Task<DialectComparison> => ({
  key: JSON.stringify([config, length]),
  run: (posenc, signal) => compareDialects(posenc, config, { length, signal }),
});
