/** What dialects read otherwise without a difference in numbers. */
import type { DialectComparison } from "../io/hf-config/compare-dialects.ts";
import type { MethodReading } from "../io/hf-config/stated-differences.ts";
import { alignColumns, escapeControls, shorten } from "./text.ts";

/** By id and choice, as disagreements.ts has them. */
const titles: Readonly<Record<string, string>> = {
  mrope_rest: "beyond these numbers, pairs that no section takes turn",
  angle_precision: "beyond these numbers, angles of a bfloat16 model are",
};
const words: Readonly<Record<string, string>> = {
  time: "by time",
  fourth: "by a fourth position",
  powers_bfloat16: "float32, cosine and sine rounded to bfloat16",
  powers_float32: "float32",
  running_float32: "float32, each frequency from the one before",
};

export function statedText({ stated }: DialectComparison): string {
  return stated
    .map(({ id, choices }) => {
      const rows = choices.map(({ choice, dialects }) => [`  ${dialects.join(", ")}`, words[choice] ?? choice]);
      return `${titles[id] ?? id}\n${alignColumns(rows)}`;
    })
    .join("");
}

/** Of a model that turns nothing. */
export function methodsText(methods: readonly MethodReading[]): string {
  if (methods.length === 1) return "every dialect that takes it reads the same methods\n";
  const rows = methods.map(({ dialects, layerTypes }) => {
    const read = layerTypes.map(({ methods, scale }) => ({ methods, scale }));
    return [dialects.join(", "), shorten(escapeControls(JSON.stringify(read)), 120)];
  });
  return `dialects read the methods differently\n${alignColumns(rows)}`;
}
