/** What the Order lab accepts. The core sets its own, wider limits; these keep every figure readable. */
export const LIMITS = {
  textLength: 200,
  tokens: 16,
  linkLength: 20_000,
  heads: [1, 8],
  modelDim: [2, 32],
  headDim: [2, 32],
  /** Widths of given vectors. */
  givenDim: [1, 32],
  seed: [0, 2_147_483_647],
} as const;
