/** Configurations worth a look, one click each. */
import { html, nothing } from "lit";
import type { LabContext } from "./context.ts";
import { textOf } from "./reading.ts";
import { type ContextState, type Source, START } from "./state.ts";
import { type ContextKey, t } from "./strings.ts";

const text = (config: object): Source => ({ kind: "text", text: textOf(config) });
const model = (id: string): Source => ({ kind: "model", id });

/** What the sample button puts into the field: a scaling block as many model cards advise it. */
export const SAMPLE: Source = text({
  model_type: "qwen2",
  hidden_size: 3584,
  num_attention_heads: 28,
  num_key_value_heads: 4,
  num_hidden_layers: 28,
  max_position_embeddings: 32768,
  rope_theta: 1000000.0,
  rope_scaling: { type: "yarn", factor: 4.0, original_max_position_embeddings: 32768 },
  vocab_size: 152064,
});

/** Llama-3.1 8B as a converter wrote it that lost the base. */
const WITHOUT_THETA = text({
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  num_hidden_layers: 32,
  max_position_embeddings: 131072,
  rope_scaling: {
    rope_type: "llama3",
    factor: 8.0,
    low_freq_factor: 1.0,
    high_freq_factor: 4.0,
    original_max_position_embeddings: 8192,
  },
});

const TWO_TYPES = text({
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  max_position_embeddings: 16384,
  rope_theta: 10000.0,
  rope_scaling: { type: "linear", rope_type: "yarn", factor: 4.0, original_max_position_embeddings: 4096 },
});

const DYNAMIC = text({
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  max_position_embeddings: 4096,
  rope_theta: 10000.0,
  rope_scaling: { rope_type: "dynamic", factor: 4.0 },
});

const TRIES: Readonly<Record<string, Partial<ContextState> & { source: Source }>> = {
  theta: { source: WITHOUT_THETA, other: { source: START.source, dialect: null, layerType: null } },
  types: { source: TWO_TYPES },
  yarn_factor: {
    source: SAMPLE,
    dialect: "huggingface_2025",
    other: { source: SAMPLE, dialect: "huggingface", layerType: null },
  },
  gemma: {
    source: model("gemma-3-4b"),
    layerType: "sliding_attention",
    other: { source: model("gemma-3-4b"), dialect: null, layerType: "full_attention" },
  },
  dynamic: { source: DYNAMIC, length: 4097 },
  longrope: { source: model("phi-3.5-mini"), length: 4096 },
};

export function renderTries(context: LabContext) {
  const go = ({ source, ...changes }: Partial<ContextState> & { source: Source }) => {
    context.take(source, { dialect: null, other: null, ...changes });
    context.showStage("title");
  };
  const tries = Object.entries(TRIES).filter(([, state]) => context.allows(state));
  if (tries.length === 0) return nothing;
  return html`
    <section class="tries" data-part="tries" aria-labelledby="tries-title">
      <h3 id="tries-title">${t("try.title")}</h3>
      <ul class="try">
        ${tries.map(
          ([name, state]) =>
            html`<li><button class="quiet" data-try=${name} @click=${() => go(state)}>${t(`try.${name}` as ContextKey)}</button></li>`,
        )}
      </ul>
    </section>
  `;
}
