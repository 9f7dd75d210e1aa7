// What engines without a notion of causality add to their scores: 0 where a key is seen, far below every score elsewhere.
const HIDDEN = -1e9;

export function causalMask(tokens) {
  const mask = new Float32Array(tokens * tokens).fill(HIDDEN);
  for (let i = 0; i < tokens; ++i) mask.fill(0, i * tokens, i * tokens + i + 1);
  return mask;
}
