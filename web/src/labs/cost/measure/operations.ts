/** What counting operations would lead one to expect: multiplications and additions alike, memory left out. */
import type { Setup, Subject } from "./subjects.ts";

/** Pairs of a query and a key that it sees. */
const pairsOf = ({ tokens, mask }: Pick<Setup, "tokens" | "mask">): number =>
  mask === "causal" ? (tokens * (tokens + 1)) / 2 : tokens ** 2;

/** Of attention's 4 d per pair (score and sum of values); null where what is done is no fixed count. */
export function countedShare(subject: Subject, setup: Pick<Setup, "tokens" | "mask" | "head_dim">): number | null {
  const pairs = pairsOf(setup);
  const attention = 4 * setup.head_dim * pairs;
  switch (subject) {
    // Per pair of channels 4 products and 2 sums, for q and for k.
    case "rotary":
      return (6 * setup.head_dim * setup.tokens) / attention;
    case "alibi":
    case "t5_bias":
    case "kerple":
    case "sandwich":
      return pairs / attention;
    default:
      return null;
  }
}
