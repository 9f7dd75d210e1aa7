/** What came when. A step names what it brought; the lab shows it. */
import { html } from "lit";
import { type Lab, labAddress } from "../../ui/addresses.ts";
import { type HomeKey, t } from "./strings.ts";

const STEPS: readonly { id: string; lab: Lab; state?: string }[] = [
  { id: "2017", lab: "absolute" },
  { id: "2018", lab: "absolute", state: "method=learned" },
  { id: "2018_shaw", lab: "relative", state: "method=shaw" },
  { id: "2019", lab: "relative", state: "method=transformer_xl" },
  { id: "2021_rope", lab: "rotation" },
  { id: "2021_alibi", lab: "relative" },
  { id: "2023", lab: "context" },
  { id: "later", lab: "context" },
];

export function renderTimeline() {
  return html`
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title">${t("timeline.title")}</h2>
      <ol class="timeline">
        ${STEPS.map(
          ({ id, lab, state }) => html`<li><span class="year">${t(`timeline.${id}.year` as HomeKey)}</span>
            <span>${t(`timeline.${id}` as HomeKey)}
              <a href=${labAddress(lab, location.search, state)}>${t(`card.${lab}` as HomeKey)}</a></span></li>`,
        )}
      </ol>
    </section>
  `;
}
