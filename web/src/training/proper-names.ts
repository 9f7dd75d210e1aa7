/** Names of method presets that are the same in every language. */
export const PROPER_NAMES: Readonly<Record<string, string>> = {
  shaw: "Shaw",
  xl: "Transformer-XL",
  deberta: "DeBERTa",
  rope: "RoPE",
  alibi: "ALiBi",
  kerple: "KERPLE",
  sandwich: "Sandwich",
  fire: "FIRE",
  cope: "CoPE",
};
