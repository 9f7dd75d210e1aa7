import { createPosenc } from "../engine/posenc.ts";
import type { Command } from "./command.ts";
import { writeOut } from "./output.ts";
import { printJson } from "./print-json.ts";
import { UsageError } from "./usage-error.ts";

export const describeCommand: Command = {
  name: "describe",
  summary: "version, compiler and SIMD of the core",
  help: `Usage: posenc describe

Prints what the WebAssembly core says of itself: version, SIMD architecture, 32-bit lanes per batch, compiler.
`,
  async run(args) {
    if (args.length > 0) throw new UsageError(`describe takes no arguments, got "${args[0]}"`);
    const posenc = await createPosenc({ engine: "wasm" });
    posenc.close();
    return writeOut(printJson({ ...posenc.status.core }, { digits: undefined, compact: false }));
  },
};
