/** Findings in words: the numbers and the condition under which they were taken. */
import { fixed, plain } from "../../i18n/numbers.ts";
import { rowOf, type Summary } from "../../labs/cost/measure/statistics.ts";
import { methodName, nats, percent, taskName } from "../measured/names.ts";
import { type LearnKey, t as learn } from "../strings.ts";
import type { Decay, Fact } from "./claims.ts";
import { t } from "./strings.ts";

export const factText = (fact: Fact): string => t(fact.holds ? "fact.for" : "fact.against", { text: numbersOf(fact) });

function numbersOf(fact: Fact): string {
  const { kind, study, from, to, lengths, names } = fact;
  const task = taskName(study);
  switch (kind) {
    case "length":
      if (fact.course === "refuses") return t("fact.refuses", { task, long: lengths[1] });
      return t("fact.length", { task, from: nats(from), to: nats(to), short: lengths[0], long: lengths[1] });
    case "direction":
      return t("fact.direction", { task, share: percent(from) });
    case "slopes":
      return t("fact.slopes", {
        task,
        from: nats(from),
        to: nats(to),
        name: learn(`extension.${names[1]}` as LearnKey),
      });
    case "gap":
      return t("fact.gap", {
        task,
        from: nats(from),
        to: nats(to),
        best: methodName(names[0]),
        worst: methodName(names[1]),
      });
  }
}

export function decayTexts({ rises, steps, firstRise, octaves }: Decay): string[] {
  const first = firstRise === null ? "–" : plain(firstRise);
  const list = octaves.map((mean) => fixed(mean, 2)).join(" · ");
  return [t("decay.rises", { rises, steps, first }), t("decay.octaves", { list })];
}

export function costText(summary: Summary): string {
  const row = rowOf(summary, "rotary");
  if (!row || Number.isNaN(row.share)) return t("cost.busy");
  const { tokens, heads, head_dim, rounds } = summary.times.setup;
  return t("cost.range", { low: share(row.low), high: share(row.high), tokens, heads, width: head_dim, rounds });
}

const share = (value: number): string => `${fixed(100 * value, 1)}%`;
