/** <posenc-home-lab>: a first number at once, the methods side by side, what came when, and the way to the labs. */
import { html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { messageOf } from "../../engine/errors.ts";
import { createPosenc, type Posenc } from "../../engine/index.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { measure } from "../../i18n/numbers.ts";
import { t as page } from "../../i18n/page-strings.ts";
import { labStyles } from "../../lab/styles/index.ts";
import { LABS, labAddress, learnAddress } from "../../ui/addresses.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { ENTRIES, isNothing, type Measured, measureMethod } from "./measures.ts";
import { type HomeKey, t } from "./strings.ts";
import { homeStyles } from "./styles.ts";
import { renderTable, type Survey } from "./table.ts";
import { renderTimeline } from "./timeline.ts";

/** Words of the first sentence; its reversal is the second. */
const WORDS = ["狗", "咬", "人"];

export class PosencHomeLab extends LitElement {
  static override styles = [controlStyles, labStyles, homeStyles];

  @state() private survey: Survey = new Map();
  @state() private failure: string | null = null;
  private readonly leaving = new AbortController();

  constructor() {
    super();
    new LocaleController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.measure();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  private async measure(): Promise<void> {
    let posenc: Posenc | undefined;
    try {
      posenc = await createPosenc({ engine: "reference" });
      // The two that the headline speaks of come first.
      const first = ENTRIES.filter(({ method: { kind } }) => kind === "none" || kind === "rotary");
      for (const { method } of [...first, ...ENTRIES.filter((entry) => !first.includes(entry))]) {
        const measured = await measureMethod(posenc, WORDS, method, this.leaving.signal).catch((thrown) => {
          if (this.leaving.signal.aborted) throw thrown;
          return "failed" as const;
        });
        this.survey = new Map(this.survey).set(method.kind, measured);
      }
    } catch (thrown) {
      if (!this.leaving.signal.aborted) this.failure = messageOf(thrown);
    } finally {
      posenc?.close();
    }
  }

  private reversalOf(kind: "none" | "rotary"): number | null {
    const measured = this.survey.get(kind);
    return measured === undefined || measured === "failed" ? null : (measured as Measured).reversal;
  }

  protected override render() {
    return html`
      <section aria-labelledby="title">
        <h1 id="title">${t("title")}</h1>
        <p class="lead">${t("lead")}</p>
        ${this.renderAnswer()}
        ${this.failure === null ? nothing : html`<p class="fault" role="alert">${page("lab.failure")} <span class="detail">${this.failure}</span></p>`}
      </section>
      <section aria-labelledby="learn-title">
        <h2 id="learn-title">${t("learn.title")}</h2>
        <p class="text">${t("learn.text")} <a href=${learnAddress(location.search)} data-testid="learn">${t("learn.begin")}</a></p>
      </section>
      <section aria-labelledby="cards-title">
        <h2 id="cards-title">${t("cards.title")}</h2>
        <ul class="cards">
          ${LABS.filter((lab) => lab !== "home").map(
            (lab) => html`<li><a href=${labAddress(lab, location.search)} data-lab=${lab}>
              <b>${t(`card.${lab}` as HomeKey)}</b><span>${t(`card.${lab}.text` as HomeKey)}</span></a></li>`,
          )}
        </ul>
      </section>
      ${renderTable(this.survey)} ${renderTimeline()}
    `;
  }

  private renderAnswer() {
    const [none, rotary] = [this.reversalOf("none"), this.reversalOf("rotary")];
    if (none === null || rotary === null)
      return html`<div class="claim"><p class="words">${t("answer.waiting")}</p></div>`;
    return html`
      <div class="claim" data-testid="answer">
        <p class="words">${t(isNothing(none) ? "answer.equal" : "answer.unequal")}</p>
        <p class="second">${t("answer.numbers", { none: measure(none), rotary: measure(rotary) })}
          <a href=${labAddress("order", location.search)}>${t("answer.see")}</a></p>
      </div>
    `;
  }
}

customElements.define("posenc-home-lab", PosencHomeLab);
