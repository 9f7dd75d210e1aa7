/** Settings that models were published with. Sources, and what the files do not say, stand beside each. */
import absolute from "./data/absolute.json";
import bias from "./data/bias.json";
import deepseek from "./data/deepseek.json";
import gemma from "./data/gemma.json";
import glm from "./data/glm.json";
import llama from "./data/llama.json";
import mistral from "./data/mistral.json";
import phi from "./data/phi.json";
import qwen from "./data/qwen.json";
import rotary from "./data/rotary.json";
import type { CatalogueModel } from "./types.ts";

export const MODELS: readonly CatalogueModel[] = [
  ...llama,
  ...qwen,
  ...mistral,
  ...phi,
  ...gemma,
  ...deepseek,
  ...glm,
  ...rotary,
  ...bias,
  ...absolute,
];

export function findModel(id: string): CatalogueModel | undefined {
  return MODELS.find((model) => model.id === id);
}
