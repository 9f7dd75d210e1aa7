/** What a study shows, in sentences that say nothing but its numbers. */
import { reachThreshold, type StudyResult, trainedTokens } from "../../training/index.ts";
import { t } from "../strings.ts";
import { accuracyAt, type Course, courseOf, type Line, longestOf } from "./lines.ts";
import { lineName, listed, nats, percent, taskName } from "./names.ts";
import type { MeasuredPart } from "./part.ts";

export function sentencesOf(result: StudyResult, lines: readonly Line[], { quantity }: MeasuredPart): string[] {
  const own = quantity === "accuracy" ? reachSentences(result, lines) : courseSentences(result, lines);
  return [...own, ...refusals(lines)];
}

function grouped<K>(lines: readonly Line[], keyOf: (line: Line) => K): Map<K, Line[]> {
  const groups = new Map<K, Line[]>();
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  return groups;
}

function reachSentences({ study }: StudyResult, lines: readonly Line[]): string[] {
  const trained = trainedTokens(study);
  const groups = [...grouped(lines, ({ summary }) => summary.reach)].sort(([a], [b]) => (b ?? 0) - (a ?? 0));
  return groups.map(([reach, members]) => {
    const share = percent(reachThreshold);
    if (reach !== null) return t("reach.to", { share, tokens: reach, methods: listed(members.map(lineName)) });
    const names = members.map((line) => withNumber(lineName(line), percent(accuracyAt(line, trained)?.mean ?? 0)));
    return t("reach.none", { share, tokens: trained, methods: listed(names) });
  });
}

const withNumber = (name: string, number: string): string => t("named.number", { name, number });

const COURSES: readonly Exclude<Course, "refuses">[] = ["steady", "falls", "rises"];

function courseSentences(result: StudyResult, lines: readonly Line[]): string[] {
  const lengths = [trainedTokens(result.study), longestOf(result)] as const;
  const groups = grouped(lines, (line) => courseOf(line, lengths));
  return COURSES.flatMap((course) => {
    const members = groups.get(course);
    if (!members) return [];
    const names = members.map((line) => {
      const [from, to] = lengths.map((tokens) => nats(line.excess.get(tokens)?.mean ?? 0));
      return withNumber(lineName(line), `${from}\u00a0→\u00a0${to}`);
    });
    return [t(`course.${course}`, { short: lengths[0], long: lengths[1], methods: listed(names) })];
  });
}

function refusals(lines: readonly Line[]): string[] {
  const first = ({ summary }: Line) => Math.min(...summary.refused.map(({ tokens }) => tokens));
  const groups = grouped(
    lines.filter(({ summary }) => summary.refused.length > 0),
    first,
  );
  return [...groups].map(([tokens, members]) => t("refuses", { tokens, methods: listed(members.map(lineName)) }));
}

/** Under which conditions the numbers were taken. */
export function conditionOf({ study, runs }: StudyResult): string {
  const { training, model } = study;
  return t("condition", {
    task: taskName(study.task.kind),
    steps: study.steps,
    batch: training?.batch ?? 16,
    tokens: trainedTokens(study),
    rate: training?.rate ?? 1e-3,
    layers: model?.layers ?? 2,
    width: model?.width ?? 64,
    heads: model?.heads ?? 4,
    seeds: study.seeds.length,
    sequences: study.sequences,
    chance: nats(runs[0]?.facts.chance ?? Number.NaN),
  });
}
