/** Models that turn nothing: which dialects read their methods otherwise. */
import { DIALECTS } from "../io/hf-config/dialects.ts";
import { resolveConfig } from "../io/hf-config/resolve.ts";
import type { Config } from "./config-source.ts";
import { alignColumns, escapeControls, shorten } from "./text.ts";

export function methodsText(config: Config): string {
  const groups = new Map<string, string[]>();
  for (const dialect of DIALECTS) {
    const { model } = resolveConfig(config, { dialect });
    if (!model) continue;
    const methods = JSON.stringify(model.layerTypes.map(({ methods, scale }) => ({ methods, scale })));
    groups.set(methods, [...(groups.get(methods) ?? []), dialect]);
  }
  if (groups.size === 1) return "every dialect reads the same methods\n";
  const rows = [...groups].map(([methods, dialects]) => [dialects.join(", "), shorten(escapeControls(methods), 120)]);
  return `dialects read the methods differently\n${alignColumns(rows)}`;
}
