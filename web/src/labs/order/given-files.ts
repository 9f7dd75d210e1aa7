/** Numbers from files in the place of words, or beside them: they become the problem of the address. */
import { html } from "lit";
import "../../elements/given-files.ts";
import type { Problem } from "../../engine/problem.ts";
import { t as files } from "../../i18n/files/strings.ts";
import { language } from "../../i18n/language.ts";
import { type GivenProblem, givenProblem } from "../../io/given-problem.ts";
import type { GivenArrays } from "../../io/roles.ts";
import { jsonInput } from "../../lab/given.ts";
import { type LabProblem, shorten, withTokens } from "../../state/defaults.ts";
import { IssueError } from "../../state/issue.ts";
import { isPerToken } from "../../state/read-mask.ts";
import { readProblem } from "../../state/read-problem.ts";
import type { LabContext } from "./context.ts";
import { startTokens } from "./presets.ts";
import { issueText } from "./words.ts";

const NOTHING: GivenArrays = {};
const MOST_TAKEN = 16;

/** What was read for a problem, so that Undo lists it again. */
const taken = new Map<string, GivenArrays>();

const keyOf = ({ input, mask, query_positions, key_positions }: LabProblem): string =>
  JSON.stringify([input, isPerToken(mask) ? mask : null, query_positions, key_positions]);

export function renderGivenFiles(context: LabContext) {
  return html`<details class="files" data-control="tokens" data-testid="own-numbers">
    <summary>${files("files.title")}</summary>
    <posenc-given-files .given=${taken.get(keyOf(context.problem)) ?? NOTHING}
      .take=${(arrays: GivenArrays) => take(context, arrays)}></posenc-given-files>
  </details>`;
}

function take(context: LabContext, arrays: GivenArrays): string | null {
  const given = givenProblem(arrays);
  try {
    const problem = withGiven(context.problem, given);
    taken.set(keyOf(problem), arrays);
    for (const old of taken.keys()) if (taken.size > MOST_TAKEN) taken.delete(old);
    context.commit(problem);
    return null;
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    return issueText(error.issue);
  }
}

/** What belongs to single tokens goes with them. Without an input that of words stays; others give way to words. */
export function withGiven(problem: LabProblem, { input, ...perToken }: GivenProblem): LabProblem {
  const isWords = problem.input.kind === "tokens";
  const base = isWords || input ? problem : withTokens(problem, startTokens(language()));
  const { mask, query_positions: _query, key_positions: _key, permutation, ...rest } = shorten(base);
  const next: Problem = {
    ...rest,
    ...(mask && !isPerToken(mask) && { mask }),
    ...(permutation && !input && { permutation }),
    ...(input && { input: jsonInput(input) }),
    ...perToken,
  };
  return readProblem(JSON.parse(JSON.stringify(next)));
}
