export const exitCodes = { done: 0, badInput: 2, internal: 3 } as const;
