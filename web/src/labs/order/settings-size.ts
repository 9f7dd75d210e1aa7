/** Sizes and seed, as far as they are free, and what else a link has set. */
import { html, nothing } from "lit";
import { plain } from "../../i18n/numbers.ts";
import { type LabProblem, mapMethods } from "../../state/defaults.ts";
import type { TensorInput, VectorInput, WordInput } from "../../state/input.ts";
import { LIMITS } from "../../state/limits.ts";
import { fieldsOf, withoutFields, withoutSizedFields } from "../../state/method-fields.ts";
import type { LabContext } from "./context.ts";
import { choiceField } from "./fields.ts";
import { CONTROLS } from "./methods.ts";
import { t } from "./strings.ts";

export function renderSize(context: LabContext) {
  const { problem } = context;
  const { input } = problem;
  const extra = extras(problem);
  return html`
    <fieldset>
      <legend>${t("size.title")}</legend>
      ${input.kind === "tensors" ? renderGivenSizes(input) : renderFreeSizes(context, input)}
      ${
        extra.length > 0
          ? html`<p class="meaning">${t("size.from_link")} <code>${extra.join(", ")}</code>
            <button class="quiet" @click=${() => context.commit(withoutExtras(problem))}>${t("size.drop")}</button></p>`
          : nothing
      }
    </fieldset>
  `;
}

function renderFreeSizes(context: LabContext, input: WordInput | VectorInput) {
  const { problem } = context;
  type Changes = Partial<Pick<WordInput, "heads" | "kv_heads" | "model_dim" | "seed">>;
  const setInput = (changes: Changes, more: Partial<LabProblem> = {}) =>
    context.commit({ ...problem, ...more, input: { ...input, ...changes } });
  const withValue = (options: number[], value: number) =>
    [...new Set([...options, value])].sort((a, b) => a - b).map(String);
  return html`
    ${choiceField(
      "heads",
      t("size.heads"),
      String(input.heads),
      withValue([1, 2, 4], input.heads),
      (value) => value,
      (value) => setInput({ heads: Number(value), kv_heads: Number(value) }, mapMethods(problem, withoutSizedFields)),
    )}
    ${
      input.kind === "embeddings"
        ? givenSize(t("size.model_dim"), input.model_dim)
        : choiceField(
            "model_dim",
            t("size.model_dim"),
            String(input.model_dim),
            withValue([8, 16], input.model_dim),
            (value) => value,
            (value) => setInput({ model_dim: Number(value) }, mapMethods(problem, withoutSizedFields)),
          )
    }
    <div class="option"><span>${t("size.head_dim")}</span><span class="fixed">${plain(input.head_dim)}</span></div>
    <div class="option" data-control="seed">
      <span>${t("size.seed")} <span class="fixed" data-testid="seed">${plain(input.seed)}</span></span>
      <button @click=${() => setInput({ seed: input.seed >= LIMITS.seed[1] ? 0 : input.seed + 1 })}>${t("size.new_numbers")}</button>
    </div>
  `;
}

const renderGivenSizes = (input: TensorInput) => html`
  ${givenSize(t("size.heads"), input.heads)} ${givenSize(t("size.head_dim"), input.head_dim)}
`;

const givenSize = (label: string, size: number) =>
  html`<div class="option"><span>${label}</span><span class="fixed">${t("given.size", { size: plain(size) })}</span></div>`;

const PROBLEM_EXTRAS = [
  "scale",
  "softcap",
  "query_scale",
  "position_rule",
  "query_positions",
  "key_positions",
] as const;

/** What a link can set and no control shows. */
function extras(problem: LabProblem): string[] {
  const { input, method } = problem;
  const found: string[] = [];
  if (input.kind !== "tensors") {
    if (input.projections && input.projections !== "random") found.push("projections");
    if (input.value_dim !== undefined && input.value_dim !== input.head_dim) found.push("value_dim");
    if (input.kv_heads !== input.heads) found.push("kv_heads");
  }
  found.push(...PROBLEM_EXTRAS.filter((key) => problem[key] !== undefined && problem[key] !== "slots"));
  if (!problem.together && !problem.stack)
    found.push(...fieldsOf(method).filter((key) => !CONTROLS[method.kind].includes(key)));
  return found;
}

function withoutExtras(problem: LabProblem): LabProblem {
  const kept = { ...problem };
  for (const key of PROBLEM_EXTRAS) delete kept[key];
  if (kept.input.kind !== "tensors") {
    const { projections: _projections, value_dim: _valueDim, ...input } = kept.input;
    kept.input = { ...input, kv_heads: input.heads };
  }
  if (!problem.together && !problem.stack)
    kept.method = withoutFields(problem.method, (key) => !CONTROLS[problem.method.kind].includes(key));
  return kept;
}
