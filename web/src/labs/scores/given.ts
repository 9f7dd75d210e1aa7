/** Numbers from files in the place of the text's: what the lab can show of them, and why not. */
import type { ProblemInput, Tensor } from "../../engine/problem.ts";
import { plain } from "../../i18n/numbers.ts";
import { countsOf } from "../../io/given-problem.ts";
import type { GivenArrays } from "../../io/roles.ts";
import { makeGiven } from "../../lab/given.ts";
import { MOST_HEADS, MOST_TOKENS, type ScoresState } from "./state.ts";
import { t } from "./strings.ts";
import { tokenList } from "./token-list.ts";

/** Of heads and of X. */
const MOST_WIDTH = 4096;

/** q, k, v or X; undefined where the text is the input. */
export const givenInput = ({ given }: Pick<ScoresState, "given">): ProblemInput | undefined => given?.problem.input;

/** The state with these arrays, or why the lab cannot show it. A FileFault may be thrown as well. */
export function withArrays(state: ScoresState, arrays: GivenArrays): ScoresState | string {
  const next = { ...state, given: makeGiven(arrays) };
  return faultOf(next) ?? next;
}

/** What hinders the numbers of a state, in words. */
export function faultOf(state: ScoresState): string | null {
  const input = givenInput(state);
  if (input) {
    const { queries = 0, keys = 0 } = countsOf(input) ?? {};
    const most = Math.max(queries, keys);
    if (most > MOST_TOKENS) return t("given.long", { count: plain(most), most: plain(MOST_TOKENS) });
    if (isTooWide(input)) return t("given.wide", { heads: plain(MOST_HEADS), width: plain(MOST_WIDTH) });
    const isAdded = state.method === "sinusoidal" || state.method === "learned";
    if (input.kind === "tensors" && isAdded) return t("given.no_input");
    return null;
  }
  const { tokens } = tokenList(state);
  if (tokens.length === 0) return t("text.empty");
  return lengthFault(state, tokens.length);
}

function isTooWide(input: ProblemInput): boolean {
  if (input.kind === "tokens") return false;
  const tensors = input.kind === "tensors" ? [input.query, input.key, input.value ?? input.key] : [input.embeddings];
  return tensors.some((tensor) => {
    const { shape } = tensor as Tensor;
    return (shape.at(-1) ?? 0) > MOST_WIDTH || (shape.length === 3 && (shape[0] ?? 0) > MOST_HEADS);
  });
}

/** Positions and a mask that go with the words. */
function lengthFault({ given }: ScoresState, count: number): string | null {
  if (!given) return null;
  const { query_positions, key_positions, mask } = given.problem;
  const rows = mask?.kind === "bits" ? mask.rows : [];
  const lengths = [query_positions?.length, key_positions?.length, rows.length || undefined, rows[0]?.length];
  if (mask?.kind === "padding") lengths.push(mask.keys.length);
  const wrong = lengths.find((length) => length !== undefined && length !== count);
  return wrong === undefined ? null : t("given.count", { found: plain(wrong), count: plain(count) });
}
