/** Kinds of context extension as configurations name them. */
export type RopeType =
  | "default"
  | "linear"
  | "dynamic"
  | "ntk"
  | "ntk_by_parts"
  | "yarn"
  | "dynamic_yarn"
  | "deepseek_yarn"
  | "longrope"
  | "llama3"
  | "proportional"
  | "mllama4";

const ropeTypes = new Map<string, RopeType>([
  ["default", "default"],
  ["none", "default"],
  ["mrope", "default"],
  ["linear", "linear"],
  ["dynamic", "dynamic"],
  ["dy_ntk", "dynamic"],
  ["ntk", "ntk"],
  ["ntk-by-parts", "ntk_by_parts"],
  ["yarn", "yarn"],
  ["dynamic-yarn", "dynamic_yarn"],
  ["deepseek_yarn", "deepseek_yarn"],
  ["longrope", "longrope"],
  ["su", "longrope"],
  ["llama3", "llama3"],
  ["proportional", "proportional"],
  ["mllama4", "mllama4"],
]);

/** The type that a configuration means, or undefined for one that nobody here knows. */
export function ropeTypeOf(name: string): RopeType | undefined {
  return ropeTypes.get(name);
}
