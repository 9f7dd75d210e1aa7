/** The bias of one key, and the score and the weight made of it, with the present numbers. */
import { html, type TemplateResult } from "lit";
import { result, setting } from "../../lab/number-text.ts";
import type { CurvePart } from "./parts.ts";
import type { Reading } from "./reading.ts";
import type { RelativeState } from "./state.ts";
import { t } from "./strings.ts";
import { signed, weightText } from "./texts.ts";

type Row = TemplateResult;

const v = (name: string): Row => html`<i>${name}</i>`;
const factor = (value: number): string => (value < 0 ? `(${result(value)})` : result(value));

/** Lines of the formula; the last ones are the same for all biases. */
export function biasFormula(state: RelativeState, reading: Reading, curve: CurvePart | undefined): Row[] {
  const { content, position, score, weight, relative } = reading;
  const value = html`<b>${result(position)}</b>`;
  return [
    html`Δ = ${v("j")} − ${v("i")} = ${reading.key} − ${reading.query} = ${setting(relative)}`,
    ...biasRows(state, reading, curve).map((line, at, all) =>
      at === all.length - 1 ? html`${line} = ${value}` : line,
    ),
    html`${v("s")}<sub>ij</sub> = ${v("q")}<sub>i</sub>·${v("k")}<sub>j</sub>${state.method === "t5_bias" ? "" : " / √d"} + ${v("b")} = ${result(content)} ${signed(position)} = <b>${result(score)}</b>`,
    html`${v("a")}<sub>ij</sub> = exp(${v("s")}<sub>ij</sub>) / Σ<sub>j′</sub> exp(${v("s")}<sub>ij′</sub>) = <b>${weightText(weight)}</b>`,
  ];
}

function biasRows(state: RelativeState, reading: Reading, curve: CurvePart | undefined): Row[] {
  const { relative, head } = reading;
  const distance = Math.max(-relative, 0);
  switch (state.method) {
    case "alibi": {
      const slope = curve?.slopes?.present[head] ?? Number.NaN;
      return state.direction === "causal"
        ? [html`${v("b")} = ${v("m")} · Δ = ${result(slope)} · ${factor(relative)}`]
        : [html`${v("b")} = −${v("m")} · |Δ| = −${result(slope)} · ${setting(Math.abs(relative))}`];
    }
    case "t5_bias": {
      const bucket = curve?.buckets?.bucket[curve.buckets.relatives.indexOf(relative)];
      return [
        html`${v("b")} = ${t("formula.table")}[${t("formula.bucket")}(Δ)] = ${t("formula.table")}[${bucket === undefined ? "…" : setting(bucket)}]`,
      ];
    }
    case "kerple": {
      const [p, a] = [state.p[head % state.p.length] ?? 0, state.a[head % state.a.length] ?? 0];
      return state.form === "log"
        ? [
            html`${v("b")} = −${v("p")} ln(1 + ${v("a")} ${v("d")}) = −${setting(p)} · ln(1 + ${setting(a)} · ${setting(distance)})`,
          ]
        : [
            html`${v("b")} = −${v("a")} ${v("d")}<sup>p</sup> = −${setting(a)} · ${setting(distance)}<sup>${setting(p)}</sup>`,
          ];
    }
    case "sandwich": {
      const { dimension, heads } = state;
      const half = Math.floor(dimension / 2);
      return [
        html`${v("b")} = (Σ<sub>i=1…${half}</sub> cos(${setting(distance)} · 10000<sup>−2i/${dimension}</sup>) − ${half}) / (8 · ${head + 1} / ${heads})`,
      ];
    }
    default: {
      const { c, threshold } = state;
      const far = Math.max(reading.query, threshold);
      const absolute = Math.abs(relative);
      return [
        html`${v("ψ")}(x) = ln(${setting(c)} · x + 1)`,
        html`${v("b")} = MLP(${v("ψ")}(|Δ|) / ${v("ψ")}(max(${v("i")}, ${v("L")}))) = MLP(${v("ψ")}(${setting(absolute)}) / ${v("ψ")}(${setting(far)}))`,
      ];
    }
  }
}

export const renderFormula = (name: string, lines: readonly Row[]): TemplateResult => html`
  <div class="math" data-testid=${name}>${lines.map((line) => html`<p class="formula">${line}</p>`)}</div>
`;
