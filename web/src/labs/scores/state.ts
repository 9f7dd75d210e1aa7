/** What the lab shows, as properties of its address. */
import { number, type StateOf, whole } from "../../state/schema.ts";

export const SCHEMA = {
  theta: number(10000, [2, 1e9]),
  head_dim: whole(64, [2, 256]),
};

export type ScoresState = StateOf<typeof SCHEMA>;
