/** The menu of methods, what the chosen one says, and the few parameters that a learner changes. */
import { html, nothing } from "lit";
import type { MenuChoice, MenuGroup } from "../../elements/choice-menu.ts";
import type { Method, MethodKind } from "../../engine/problem.ts";
import { language } from "../../i18n/language.ts";
import { plain } from "../../i18n/numbers.ts";
import { BASE, methodsOf, withMethod } from "../../state/defaults.ts";
import type { LabContext } from "./context.ts";
import { checkField, choiceField, numberField } from "./fields.ts";
import { GROUPS, OTHER_NAMES, PAPERS } from "./methods.ts";
import { type OrderKey, t } from "./strings.ts";
import { listOf } from "./words.ts";

export const methodName = (kind: MethodKind): string => t(`method.${kind}` as OrderKey);

export function renderMethod(context: LabContext) {
  const { problem } = context;
  const { method } = problem;
  const isOne = !problem.together && !problem.stack;
  return html`
    <fieldset data-control="method">
      <legend>${t("method.title")}</legend>
      <posenc-choice-menu data-testid="method" .label=${t("method.title")} .hint=${t("method.filter")} .groups=${menuGroups()}
        .value=${isOne ? method.kind : ""} .other=${t("method.several")}
        @posenc-choice=${(event: CustomEvent<MenuChoice>) =>
          context.commit(withMethod(problem, { kind: event.detail.value } as Method))}></posenc-choice-menu>
      ${
        isOne
          ? html`<p class="meaning" data-testid="meaning">${t(`method.${method.kind}.meaning` as OrderKey)} ${renderPaper(method.kind)}</p>
            ${renderOptions(context)}`
          : renderTogether(context)
      }
    </fieldset>
  `;
}

let groups: { language: string; groups: MenuGroup[] } | undefined;

/** The same list again while the language stays, so that the menu has nothing to draw anew. */
function menuGroups(): MenuGroup[] {
  if (groups?.language !== language()) groups = { language: language(), groups: makeGroups() };
  return groups.groups;
}

function makeGroups(): MenuGroup[] {
  return GROUPS.map(({ name, kinds }) => ({
    name: t(`group.${name}` as OrderKey),
    options: kinds.map((kind: MethodKind) => {
      const paper = kind === "none" ? null : PAPERS[kind];
      return {
        value: kind,
        name: methodName(kind),
        detail: t(`relation.${kind}` as OrderKey),
        aside: paper ? String(paper.year) : "",
        search: `${paper?.authors ?? ""} ${OTHER_NAMES[kind] ?? ""}`,
      };
    }),
  }));
}

function renderPaper(kind: MethodKind) {
  if (kind === "none") return nothing;
  const { authors, year, id } = PAPERS[kind];
  return html`<a class="paper" href=${`https://arxiv.org/abs/${id}`} rel="noreferrer" target="_blank">${t("method.paper", { authors, year })}</a>`;
}

function renderTogether(context: LabContext) {
  const { problem } = context;
  const methods = methodsOf(problem);
  const named = listOf(methods.map(({ kind }) => methodName(kind)));
  const { stack, layer = 0 } = problem;
  const said = stack
    ? t("method.stack.meaning", { layer: plain(layer), count: plain(stack.layers.length), methods: named })
    : t("method.several.meaning", { methods: named });
  return html`<p class="meaning" data-testid="meaning">${said}
    <button class="quiet" @click=${() => context.commit(withMethod(problem, problem.method))}>${t("method.keep_first", { method: methodName(problem.method.kind) })}</button></p>`;
}

function renderOptions(context: LabContext) {
  const { problem } = context;
  const { method } = problem;
  const set = (next: Method) => context.commit(withMethod(problem, next));
  switch (method.kind) {
    case "sinusoidal":
      return html`
        ${choiceField(
          "table",
          t("method.table"),
          method.table ?? "paper",
          ["paper", "concatenated", "tensor2tensor", "fairseq"],
          (value) => t(`method.table.${value}` as OrderKey),
          (table) => set({ ...method, table }),
        )}
        ${numberField("base", t("method.base"), method.base ?? BASE, [1e-9, 1e30], false, (base) => set({ ...method, base }))}
      `;
    case "learned":
      return method.table
        ? nothing
        : numberField("rows", t("method.rows"), method.rows ?? 512, [1, 4096], true, (rows) =>
            set({ ...method, rows }),
          );
    case "shaw":
      return numberField(
        "max_relative_position",
        t("method.max_relative_position"),
        method.max_relative_position ?? 16,
        [1, 128],
        true,
        (max_relative_position) => set({ ...method, max_relative_position }),
      );
    case "transformer_xl":
      return numberField("clamp_len", t("method.clamp_len"), method.clamp_len ?? 0, [0, 1000], true, (clamp_len) =>
        set({ ...method, clamp_len }),
      );
    case "t5_bias": {
      const isBoth = method.bidirectional ?? true;
      return html`
        ${numberField(
          "relative_attention_num_buckets",
          t("method.buckets"),
          method.relative_attention_num_buckets ?? 32,
          [4, 128],
          true,
          (relative_attention_num_buckets) => set({ ...method, relative_attention_num_buckets }),
        )}
        ${numberField(
          "relative_attention_max_distance",
          t("method.max_distance"),
          method.relative_attention_max_distance ?? 128,
          [2, 4096],
          true,
          (relative_attention_max_distance) => set({ ...method, relative_attention_max_distance }),
        )}
        ${checkField("bidirectional", t("method.bidirectional"), isBoth, (bidirectional) => set({ ...method, bidirectional }))}
      `;
    }
    case "alibi":
      return html`
        ${choiceField(
          "direction",
          t("method.direction"),
          method.direction ?? "causal",
          ["causal", "symmetric"],
          (value) => t(`method.direction.${value}` as OrderKey),
          (direction) => set({ ...method, direction }),
        )}
        ${
          method.slopes
            ? nothing
            : choiceField(
                "slope_rule",
                t("method.slope_rule"),
                method.slope_rule ?? "authors",
                ["authors", "geometric"],
                (value) => t(`method.slope_rule.${value}` as OrderKey),
                (slope_rule) => set({ ...method, slope_rule }),
              )
        }
      `;
    case "deberta":
      return numberField(
        "max_relative_positions",
        t("method.max_relative_positions"),
        method.max_relative_positions ?? 512,
        [2, 1024],
        true,
        (max_relative_positions) => set({ ...method, max_relative_positions }),
      );
    case "rotary": {
      const widths = Array.from({ length: Math.floor(problem.input.head_dim / 2) }, (_, pair) =>
        String(2 * (pair + 1)),
      );
      return html`
        ${choiceField(
          "pairing",
          t("method.pairing"),
          method.pairing ?? "half_split",
          ["half_split", "interleaved"],
          (value) => t(`method.pairing.${value}` as OrderKey),
          (pairing) => set({ ...method, pairing }),
        )}
        ${choiceField(
          "rotary_dim",
          t("method.rotary_dim"),
          String(method.rotary_dim ?? problem.input.head_dim),
          widths,
          (value) => value,
          (value) => {
            const { inv_freq: _frequencies, partial_rotary_factor: _share, ...rest } = method;
            set({ ...rest, rotary_dim: Number(value) === problem.input.head_dim ? undefined : Number(value) });
          },
        )}
        ${method.inv_freq ? nothing : numberField("rope_theta", t("method.rope_theta"), method.rope_theta ?? BASE, [1e-9, 1e30], false, (rope_theta) => set({ ...method, rope_theta }))}
      `;
    }
    case "kerple":
      return choiceField(
        "form",
        t("method.form"),
        method.form ?? "log",
        ["log", "power"],
        (value) => t(`method.form.${value}` as OrderKey),
        (form) => set({ ...method, form }),
      );
    case "fire":
      return numberField("threshold", t("method.threshold"), method.threshold ?? 512, [1e-6, 1e9], false, (threshold) =>
        set({ ...method, threshold }),
      );
    case "cope":
      return choiceField(
        "scaled",
        t("method.scaled"),
        method.scaled ?? "all",
        ["all", "content"],
        (value) => t(`method.scaled.${value}` as OrderKey),
        (scaled) => set({ ...method, scaled }),
      );
    default:
      return nothing;
  }
}
