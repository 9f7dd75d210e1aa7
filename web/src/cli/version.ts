import { createPosenc } from "../engine/posenc.ts";

/** The core's own word, so that the command cannot claim another version than what computes. */
export async function versionText(): Promise<string> {
  const posenc = await createPosenc({ engine: "wasm" });
  posenc.close();
  return `posenc ${posenc.status.core.version}\n`;
}
