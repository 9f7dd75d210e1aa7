// What is measured. A group takes turns for at least two rounds, then until its seconds are spent or its rounds are over:
// a software adapter takes seconds a call.
const MASKS = ["full", "causal"];

const groups = (tokens, rounds, seconds) =>
  MASKS.map((mask) => ({ id: `${mask} ${tokens}x64`, heads: 8, tokens, headDim: 64, mask, rounds, seconds }));

export const quickPlan = () => groups(256, 5, 10);
export const fullPlan = () => [...groups(1024, 15, 40), ...groups(2048, 15, 40)];
