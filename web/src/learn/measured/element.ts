/** <posenc-measured>: recorded studies as tables and sentences, and a button that trains a little of them here. */
import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { SchemeController } from "../../elements/scheme-controller.ts";
import { messageOf } from "../../engine/errors.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { measure } from "../../i18n/numbers.ts";
import type { StudyResult } from "../../training/index.ts";
import { recorded } from "../../training/recorded.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { labAddress } from "../lab-figure.ts";
import { t } from "../strings.ts";
import { tableStyles } from "../table-styles.ts";
import { trainState } from "./again.ts";
import { type Line, linesOf } from "./lines.ts";
import { joined, lineName, listed, methodName, nats, percent, taskName } from "./names.ts";
import type { MeasuredPart } from "./part.ts";
import type { StudyName } from "./recorded.ts";
import { conditionOf, sentencesOf } from "./sentences.ts";
import { differenceFrom, trainedHere, trainHere } from "./visit.ts";

export class PosencMeasured extends LitElement {
  static override styles = [controlStyles, tableStyles];

  @property({ attribute: false }) parts: readonly MeasuredPart[] = [];
  @state() private results: ReadonlyMap<StudyName, StudyResult | null> = new Map();
  /** The study that is trained here, and how far it is. */
  @state() private running: { study: StudyName; share: number; stop: AbortController } | null = null;
  @state() private failure: string | null = null;

  constructor() {
    super();
    new LocaleController(this);
    new SchemeController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.fetchAll();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.running?.stop.abort();
    this.running = null;
  }

  private async fetchAll(): Promise<void> {
    try {
      for (const { study } of this.parts) this.results = new Map(this.results).set(study, await recorded(study));
    } catch (thrown) {
      this.failure = messageOf(thrown);
    }
  }

  private async train({ study, here }: MeasuredPart, result: StudyResult): Promise<void> {
    const stop = new AbortController();
    this.failure = null;
    this.running = { study, share: 0, stop };
    try {
      await trainHere(result.study, here, {
        signal: stop.signal,
        onShare: (share) => {
          if (!stop.signal.aborted) this.running = { study, share, stop };
        },
      });
    } catch (thrown) {
      if (!stop.signal.aborted) this.failure = messageOf(thrown);
    }
    if (this.running?.stop === stop) this.running = null;
  }

  protected override render() {
    return html`
      ${this.parts.map((part) => this.renderPart(part))}
      ${this.failure === null ? nothing : html`<p class="fault" role="alert">${this.failure}</p>`}
    `;
  }

  private renderPart(part: MeasuredPart) {
    const result = this.results.get(part.study);
    const title = html`<h3>${t("measured.task", { task: taskName(part.study) })}</h3>`;
    if (!result) return html`${title}<p class="small">${t(result === null ? "measured.none" : "measured.waiting")}</p>`;
    const here = trainedHere(result);
    const lines = [...linesOf(result, part), ...(here ? linesOf(here, { ...part, methods: part.here }, true) : [])];
    return html`
      ${title}
      <p class="small">${t(`task.${part.study}.text`)}</p>
      ${this.renderTable(result, part, lines)}
      <p data-sentences=${part.study}>${joined(sentencesOf(result, lines, part))}</p>
      <p class="small">${joined([conditionOf(result), t(`measured.${part.quantity}`)])}</p>
      ${this.renderAgain(result, part, here)}
    `;
  }

  private renderTable({ study }: StudyResult, part: MeasuredPart, lines: readonly Line[]) {
    const caption = t("measured.task", { task: taskName(part.study) });
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table data-study=${part.study}>
        <thead><tr><th scope="col">${t("measured.method")}</th>${study.lengths.map((tokens) => html`<th class="number" scope="col">${t("measured.tokens", { tokens })}</th>`)}</tr></thead>
        <tbody>${lines.map(
          (line) =>
            html`<tr class=${line.isHere ? "here" : ""} data-line=${line.method}><th scope="row">${lineName(line)}</th>${study.lengths.map((tokens) => html`<td class="number">${cellText(line, tokens, part)}</td>`)}</tr>`,
        )}</tbody>
      </table>
    </div>`;
  }

  private renderAgain(result: StudyResult, part: MeasuredPart, here: StudyResult | null) {
    const { running } = this;
    const difference = here && differenceFrom(result, here);
    const link = labAddress("train", trainState(result.study, part.methods));
    const methods = listed(part.here.map(methodName));
    const isHere = running?.study === part.study;
    return html`
      <div class="row">
        ${
          isHere
            ? html`<progress max="1" .value=${running.share} aria-label=${t("here.progress")}></progress>
              <button @click=${() => running.stop.abort()}>${t("here.stop")}</button>`
            : html`<button data-here=${part.study} ?disabled=${running !== null} @click=${() => this.train(part, result)}>${t("here.train", { methods })}</button>`
        }
        <a href=${link}>${t("measured.again")}</a>
      </div>
      <p class="small" role="status" data-difference=${part.study} data-value=${difference ?? nothing}>${difference === null ? nothing : t("here.difference", { difference: measure(difference) })}</p>
    `;
  }
}

function cellText({ summary, excess }: Line, tokens: number, { quantity }: MeasuredPart): string {
  const length = summary.lengths.find((one) => one.tokens === tokens);
  const loss = excess.get(tokens);
  if (!length || !loss) return t("measured.refuses");
  const [{ mean, deviation }, text] = quantity === "accuracy" ? [length.accuracy, percent] : [loss, nats];
  return summary.seeds > 1 ? `${text(mean)} ± ${text(deviation)}` : text(mean);
}

customElements.define("posenc-measured", PosencMeasured);
