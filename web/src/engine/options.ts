/** Options of calls: what TypeScript checks for those who write it, said to those who do not. */
import type { OutputName } from "./problem.ts";

const ENGINES = ["auto", "wasm", "webgpu", "reference"] as const;
export const OUTPUTS: readonly OutputName[] = [
  ...(["scores", "weights", "output", "input", "encoding"] as const),
  ...(["query", "key", "value", "rotated_query", "rotated_key"] as const),
];

/** No others than these, of `outputs` only those that there are, and an engine that there is. */
export async function requireOptions(options: object, known: readonly string[], outputs = OUTPUTS): Promise<void> {
  const { outputs: asked = [], engine = "auto" } = options as { outputs?: unknown; engine?: unknown };
  await requireSome("options", Object.keys(options), known);
  await requireSome("engine", [engine], ENGINES);
  await requireSome("outputs", asked, outputs);
}

async function requireSome(field: string, asked: unknown, known: readonly unknown[]): Promise<void> {
  if (Array.isArray(asked) && asked.every((name) => known.includes(name))) return;
  // Words for what hardly ever happens are fetched when it does.
  const { refuseOption } = await import("./refuse-option.ts");
  refuseOption(field, asked, known);
}
