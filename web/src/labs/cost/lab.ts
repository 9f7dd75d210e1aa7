/** <posenc-cost-lab>: what position methods take of attention, measured where the page is read. */
import { html } from "lit";
import "../../lab/copies.ts";
import { barStyles } from "../../charts/bars.ts";
import { LabElement, type Pair } from "../../lab/lab-element.ts";
import { commented } from "../../lab/python-text.ts";
import type { Tasks } from "../../lab/session.ts";
import { renderAnswer, shownRow } from "./answer.ts";
import { renderBars } from "./bars.ts";
import { renderClaims } from "./claims.ts";
import { type Counts, countsTask } from "./counts.ts";
import { lengthSetups, renderLengths } from "./lengths.ts";
import { Measurement } from "./measure/measurement.ts";
import { countedShare } from "./measure/operations.ts";
import type { Summary } from "./measure/statistics.ts";
import { commandOf, problemOf, quickSetup, setupOf } from "./measure/subjects.ts";
import { renderMemory } from "./memory.ts";
import { subjectName } from "./names.ts";
import { renderPanel } from "./panel.ts";
import { renderSettings } from "./settings.ts";
import { type CostState, SCHEMA } from "./state.ts";
import { type CostKey, t } from "./strings.ts";
import { costStyles } from "./styles.ts";
import { tries } from "./tries.ts";

interface Parts {
  counts: Counts;
  otherCounts: Counts;
}

export class PosencCostLab extends LabElement<CostState, Parts> {
  static override styles = [...LabElement.styles, barStyles, costStyles];
  protected override readonly schema = SCHEMA;
  private stopWatching: (() => void) | undefined;
  private measurement = new Measurement(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopWatching = this.environment.activity.onChange((isPaused) => {
      if (isPaused) this.measurement.abort();
    });
    // The only one that nobody asked for: a fraction of a second.
    void this.measurement.run([quickSetup(this.state)]);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWatching?.();
    this.measurement.close();
  }

  /** In the names of files. */
  get fileSubject(): string {
    return this.state.method;
  }

  get fileCaption(): readonly string[] {
    return [t("title"), t(`method.${this.state.method}` as CostKey)];
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries() {
    return tries();
  }

  protected override tasksFor({ state, other }: Pair<CostState>): Tasks<Parts> {
    return { counts: countsTask(state), ...(other ? { otherCounts: countsTask(other) } : {}) };
  }

  /** One of the calls that are timed. */
  protected override problemOf(state: CostState) {
    return problemOf(state);
  }

  protected override commandOf(state: CostState) {
    return commandOf(state);
  }

  protected override scriptOf(state: CostState) {
    const { summary } = this.shown;
    const row = summary && shownRow(summary, state.method);
    if (!row) return null;
    return async () => {
      const { timesScript } = await import("./script.ts");
      const counted = countedShare(row.subject, summary.times.setup);
      return commented(subjectName(row.subject), timesScript(summary, row, counted));
    };
  }

  /** Of the settings that are shown, else the latest that was measured. */
  private get shown(): { summary: Summary | null; isPresent: boolean } {
    const present = this.measurement.resultOf(setupOf(this.state));
    return { summary: present ?? this.measurement.latest, isPresent: present !== null };
  }

  private get kept(): Summary | null {
    const { other } = this.pair;
    return other && this.measurement.resultOf(setupOf(other));
  }

  protected override renderAnswer() {
    const { other, state } = this.pair;
    const { kept } = this;
    return renderAnswer({
      ...this.shown,
      method: state.method,
      kept: other && kept ? { method: other.method, summary: kept } : null,
    });
  }

  protected override renderSettings() {
    return renderSettings(this.state, {
      commit: (change) => this.commit(change),
      preview: (change) => this.preview(change),
    });
  }

  private readonly measure = (): void => {
    const { state, other } = this.pair;
    const wanted = [state, ...(other ? [other] : [])].map(setupOf);
    void this.measurement.run(wanted);
  };

  private readonly measureLengths = (): void => {
    const { state, other } = this.pair;
    void this.measurement.run([state, ...(other ? [other] : [])].flatMap(lengthSetups));
  };

  private readonly abort = (): void => {
    this.measurement.abort();
    this.requestUpdate();
  };

  protected override renderFigures() {
    const { measurement, measure, abort, kept } = this;
    const { state, other } = this.pair;
    const { counts, otherCounts } = this.session.parts;
    const { summary } = this.shown;
    return html`
      ${renderPanel({ measurement, summary, measure, abort })}
      ${renderBars(summary, kept)}
      ${renderClaims(summary)}
      ${renderLengths({ state, other, measurement, measure: this.measureLengths })}
      ${renderMemory(counts, otherCounts ?? null)}
    `;
  }
}

customElements.define("posenc-cost-lab", PosencCostLab);
