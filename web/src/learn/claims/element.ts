/** <posenc-claims>: each claim, what tests it, and the verdict that the numbers give. */
import { css, html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { SchemeController } from "../../elements/scheme-controller.ts";
import { messageOf } from "../../engine/errors.ts";
import { sharePosenc } from "../../engine/index.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { Measurement } from "../../labs/cost/measure/measurement.ts";
import { rowOf, verdictOf } from "../../labs/cost/measure/statistics.ts";
import { quickSetup } from "../../labs/cost/measure/subjects.ts";
import { SCHEMA } from "../../labs/cost/state.ts";
import { startOf } from "../../state/schema.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { labAddress } from "../lab-figure.ts";
import { recordedStudies } from "../measured/recorded.ts";
import { conditionOf } from "../measured/sentences.ts";
import { tableStyles } from "../table-styles.ts";
import {
  type Decay,
  decayOf,
  decayRequest,
  type Finding,
  isSmallDetail,
  keepsItsLoss,
  needsNoCare,
  type Studies,
  type Verdict,
} from "./claims.ts";
import { t } from "./strings.ts";
import { costText, decayTexts, factText } from "./words.ts";

/** Of attention, as the claim says it. */
const LIMIT = 0.01;

interface Row {
  name: "sinusoidal" | "care" | "decay" | "flat" | "detail" | "cost";
  verdict: Verdict;
  facts: readonly string[];
  /** What tests it. */
  link: string;
}

export class PosencClaims extends LitElement {
  static override styles = [
    controlStyles,
    tableStyles,
    css`
      @media (max-width: 600px) {
        thead {
          position: absolute;
          clip-path: inset(50%);
        }
        tr {
          display: grid;
          grid-template-columns: 1fr auto;
        }
        td:last-child {
          grid-column: 1 / -1;
        }
        td:nth-child(2) {
          padding-inline-end: 0;
        }
        tr > * {
          border: 0;
        }
        tbody tr {
          border-block-end: 1px solid var(--rule);
        }
      }
    `,
  ];

  @state() private studies: Studies | null = null;
  @state() private decay: Decay | null = null;
  @state() private failure: string | null = null;
  private readonly measurement = new Measurement(() => this.requestUpdate());
  private readonly leaving = new AbortController();

  constructor() {
    super();
    new LocaleController(this);
    new SchemeController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.compute();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leaving.abort();
    this.measurement.close();
  }

  private async compute(): Promise<void> {
    const { signal } = this.leaving;
    try {
      this.studies = await recordedStudies();
      const posenc = await sharePosenc({ engine: "wasm" });
      try {
        this.decay = decayOf(await posenc.scoreCurve(decayRequest, { signal }));
      } finally {
        posenc.close();
      }
    } catch (thrown) {
      if (!signal.aborted) this.failure = messageOf(thrown);
    }
  }

  private readonly measure = (): void => void this.measurement.run([quickSetup(startOf(SCHEMA))]);

  private rows(studies: Studies): Row[] {
    const row = (name: Row["name"], { verdict, facts }: Finding, methods: string): Row => ({
      name,
      verdict,
      facts: facts.map(factText),
      link: labAddress("train", `task=${facts[0]?.study ?? "passkey"}&methods=${methods}`),
    });
    return [
      row("sinusoidal", keepsItsLoss(studies, "sinusoidal"), "sinusoidal"),
      row("care", needsNoCare(studies), "alibi"),
      {
        name: "decay",
        verdict: this.decay?.verdict ?? "unmeasured",
        facts: this.decay ? decayTexts(this.decay) : [],
        link: labAddress("rotation", "head_dim=128&same=on&reach=2048&i=100&j=0"),
      },
      row("flat", keepsItsLoss(studies, "alibi"), "alibi"),
      row("detail", isSmallDetail(studies), "none,rope"),
      this.costRow(),
    ];
  }

  private costRow(): Row {
    const { latest } = this.measurement;
    const rotary = latest && rowOf(latest, "rotary");
    const found = rotary && !Number.isNaN(rotary.share) ? verdictOf(rotary, LIMIT) : null;
    const verdict = found === null ? "unmeasured" : found === "open" ? "depends" : found;
    return { name: "cost", verdict, facts: latest ? [costText(latest)] : [], link: labAddress("cost", "") };
  }

  protected override render() {
    const { studies, measurement } = this;
    if (!studies) return html`<p class="small">${t("waiting")}</p>`;
    return html`
      <p>${t("text")}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("table")}>
        <table data-testid="claims">
          <thead><tr><th scope="col">${t("claim")}</th><th scope="col">${t("verdict")}</th><th scope="col">${t("numbers")}</th></tr></thead>
          <tbody>${this.rows(studies).map((row) => this.renderRow(row))}</tbody>
        </table>
      </div>
      <p class="small" role="status">${measurement.failure ?? this.failure ?? nothing}</p>
      ${this.renderConditions(studies)}
    `;
  }

  private renderRow({ name, verdict, facts, link }: Row) {
    return html`<tr data-claim=${name} data-verdict=${verdict}>
      <th scope="row">${t(`claim.${name}`)}</th>
      <td><b>${t(`verdict.${verdict}`)}</b></td>
      <td>
        <p class="small">${t(`rule.${name}`)}</p>
        <ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
        <div class="row">
          ${name === "cost" ? html`<button ?disabled=${this.measurement.isRunning} @click=${this.measure}>${t("measure")}</button>` : nothing}
          <a href=${link} aria-label=${t("test.of", { claim: t(`claim.${name}`) })}>${t("test")}</a>
        </div>
      </td>
    </tr>`;
  }

  private renderConditions(studies: Studies) {
    if (studies.size === 0) return html`<p class="small">${t("missing")}</p>`;
    return html`<details><summary>${t("conditions")}</summary>
      <ul>${[...studies.values()].map((result) => html`<li class="small">${conditionOf(result)}</li>`)}</ul></details>`;
  }
}

customElements.define("posenc-claims", PosencClaims);
