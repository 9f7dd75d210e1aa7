/** Files of numbers that are read, by the ends of their names. */
export const ENDINGS = [".npy", ".npz", ".safetensors", ".csv", ".tsv", ".txt", ".json"] as const;
