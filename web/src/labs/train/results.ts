/** Which numbers are shown: the recording of the task or a study of this visit, how they were made, and as files. */
import { html, nothing } from "lit";
import type { Copies } from "../../lab/copies.ts";
import { type Column, toCsv } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import type { LengthResult } from "../../training/index.ts";
import { methodName, nats, taskName } from "./names.ts";
import { t } from "./strings.ts";
import { commandOf, namesOf } from "./study.ts";
import type { Shown, Visit } from "./visit.ts";

export interface Results {
  /** Of the task; null: none. */
  recorded: Shown | null;
  visits: readonly Visit[];
  picked: Visit | null;
  shown: Shown | null;
  /** Largest difference to the recording, where the same was trained here. */
  difference: number | null;
  isRunning: boolean;
  pick(visit: Visit | null): void;
  /** Performs the recorded study again, with the chosen methods. */
  repeat(): void;
}

export function renderResults(results: Results) {
  const { recorded, visits, picked, shown, isRunning } = results;
  return html`
    <section aria-labelledby="results-title">
      <h2 id="results-title">${t("results.title")}</h2>
      <p class="text">${t("results.text")}</p>
      <div class="segments" role="group" aria-label=${t("results.title")}>
        <button data-testid="recorded" aria-pressed=${picked === null} ?disabled=${!recorded} @click=${() => results.pick(null)}>${t("results.recorded")}</button>
        ${visits.map((visit, at) => html`<button data-visit=${at} aria-pressed=${picked === visit} @click=${() => results.pick(visit)}>${visitName(visit, at)}</button>`)}
      </div>
      ${
        recorded && picked === null
          ? html`<div class="segments"><button data-testid="repeat" ?disabled=${isRunning} @click=${results.repeat}>${t("results.repeat")}</button></div>`
          : nothing
      }
      ${shown ? renderOrigin(shown, results) : html`<p class="text" data-testid="nothing">${t("results.none")}</p>`}
    </section>
  `;
}

function visitName({ study }: Visit, at: number): string {
  const methods = namesOf(study).map(methodName).join(t("list.names"));
  return t("results.visit", { number: at + 1, task: taskName(study.task.kind), methods });
}

function renderOrigin(shown: Shown, { picked, difference }: Results) {
  return html`
    <p class="text small" data-testid="origin">${t(picked ? "results.made" : "results.made_recorded")} <code>${commandParts(shown.study)}</code></p>
    ${difference === null ? nothing : html`<p class="text small" data-testid="agreement">${t("results.agreement", { difference: difference < 5e-4 ? nats(0) : nats(difference) })}</p>`}
    <posenc-copies name="study" .copies=${made(shown, "study", () => studyCopies(shown))} .subject=${t("results.title")} .description=${t("results.text")}></posenc-copies>
  `;
}

/** No line ends within the dashes of an option. */
const commandParts = (study: Shown["study"]) =>
  commandOf(study)
    .split(/(--[\w-]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="whole">${part}</span>` : part));

/** What `posenc train` writes, as JSON and as CSV. */
export const studyCopies = ({ study, runs }: Shown): Copies => ({
  json: () => `${JSON.stringify({ study, runs }, null, 1)}\n`,
  csv: () => toCsv({ columns: testColumns({ study, runs }) }),
});

/** One line per test. */
function testColumns({ runs }: Shown): Column[] {
  const lines = runs.flatMap(({ name, seed, tests, extensions = [] }) => [
    ...tests.map((test) => ({ name, seed, extension: "", fine_tuned: 0, test })),
    ...extensions.flatMap((one) =>
      one.tests.map((test) => ({ name, seed, extension: one.name as string, fine_tuned: one.fine_tuned, test })),
    ),
  ]);
  const column = (name: string, of: (line: (typeof lines)[number]) => number | string): Column => ({
    name,
    label: name,
    values: lines.map(of),
  });
  const measured = (key: "loss" | "floor" | "accuracy") =>
    column(key, ({ test }) => ("refused" in test ? Number.NaN : test[key]));
  return [
    column("method", ({ name }) => name),
    column("seed", ({ seed }) => seed),
    column("extension", ({ extension }) => extension),
    column("fine_tuned", ({ fine_tuned }) => fine_tuned),
    column("tokens", ({ test }) => test.tokens),
    measured("loss"),
    measured("floor"),
    measured("accuracy"),
    column("refused", ({ test }) => ("refused" in test ? test.refused : "")),
  ];
}

/** The largest difference of a test's loss between runs that both have; null where they have none in common. */
export function largestDifference(one: Shown, other: Shown): number | null {
  const losses = (tests: readonly LengthResult[]) =>
    new Map(tests.flatMap((test) => ("refused" in test ? [] : [[test.tokens, test.loss] as const])));
  const differences = one.runs.flatMap((run) => {
    const same = other.runs.find(({ name, seed }) => name === run.name && seed === run.seed);
    const there = losses(same?.tests ?? []);
    return [...losses(run.tests)].flatMap(([tokens, loss]) => {
      const known = there.get(tokens);
      return known === undefined ? [] : [Math.abs(loss - known)];
    });
  });
  return differences.length === 0 ? null : Math.max(...differences);
}
