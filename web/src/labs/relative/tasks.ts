/** What is asked for a pair of states; a method has either a bias or terms. */
import type { Pair } from "../../lab/lab-element.ts";
import type { Tasks } from "../../lab/session.ts";
import { contentTask, curveTask } from "./bias-tasks.ts";
import type { Parts, SideParts } from "./parts.ts";
import { sentenceOf } from "./sentence.ts";
import { isBias, type RelativeState } from "./state.ts";
import { termsTask } from "./term-tasks.ts";

export function tasksFor({ state, other }: Pair<RelativeState>): Tasks<Parts> {
  const tasks: Tasks<Parts> = isBias(state)
    ? { curve: curveTask(state), content: contentTask(state) }
    : { terms: termsTask(state, sentenceOf(state).tokens) };
  if (!other) return tasks;
  return isBias(other)
    ? { ...tasks, keptCurve: curveTask(other), keptContent: contentTask(other) }
    : { ...tasks, keptTerms: termsTask(other, sentenceOf(other).tokens) };
}

export const presentOf = ({ curve, content, terms }: Partial<Parts>): SideParts => ({ curve, content, terms });

export const keptOf = ({ keptCurve, keptContent, keptTerms }: Partial<Parts>): SideParts => ({
  curve: keptCurve,
  content: keptContent,
  terms: keptTerms,
});
