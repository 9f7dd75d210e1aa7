/** What a report says, in English, one line per entry. */
import { isObject } from "./key-tree.ts";
import { NOTE_CODES, type NoteCode } from "./note-codes.ts";
import type { Dialect, ReportEntry } from "./types.ts";

export { NOTE_CODES, type NoteCode };

const sentences: Record<NoteCode, string> = {
  alias_key: "another name of {name}",
  alias_type: "{value} means {type}",
  legacy_type: "`type` is the older spelling of rope_type",
  whole_factor: "some older readers of transformers ask for {value}.0",
  turning_channels: "{width} of the {head_dim} channels of a head turn",
  ratio_of_base: "the base is 10000 times {ratio}: {base}",
  one_means_rope: "1 means that the layer turns q and k",
  no_window: "0 means no window",
  fixed_base: "the base is fixed by alpha at every length",
  multiplies_magnitude: "multiplies YaRN's factor on cosine and sine; it does not replace it as attention_factor does",
  scale_from_scalar: "the scale on q·k is {scale}",
  beta_order: "beta_fast {beta_fast} is below beta_slow {beta_slow}, so the ramp runs backwards",
  frequency_factor_order:
    "high_freq_factor {high_freq_factor} is not above low_freq_factor {low_freq_factor}, so no pair is blended",
  implied_factor_differs: "factor {factor} counts, but the lengths say {implied}",
  factor_replaced: "{dialect} takes {implied} from the lengths instead",
  original_not_below_largest: "the original length {length} is not below the largest one, {largest}",
  zero_is_missing: "0 counts as missing, so the default is taken",
  needs_both_mscales: "without mscale_all_dim it has no effect",
  class_default: "default of the class {model_type}",
  mixin_default: "default of Hugging Face for all rotary models",
  library_default: "default of the library",
  llama_cpp_default: "default of llama.cpp",
  meta_default: "default in Meta's code",
  card_length: "context of {model} by its model card; no key names it",
  by_definition: "by the definition of the method",
  as_heads: "as many as query heads",
  one_head: "no heads are named; frequencies are the same for any number",
  width_by_heads: "{width} / {heads} heads",
  from_largest_length: "taken from max_position_embeddings",
  ramp_from_largest:
    "taken from max_position_embeddings; the ramp sits {factor} times too far out if {largest} is the extended length",
  implied_factor: "{largest} / {length}, because factor is null",
  no_scaling: "no context extension is named",
  no_type_but_factor: "a factor stands here but no rope_type, so there is no context extension",
  no_block_of_type: "no block for this layer type, so plain frequencies",
  pairing_of_weights: "{dialect}: the usual order of {model_type} weights; no key names it",
  no_architecture: "no model_type, so defaults of a decoder with rotary positions are taken",
  unknown_architecture: "{model_type} is not known here, so defaults of a decoder with rotary positions are taken",
  not_positional: "says nothing about positions",
  no_effect: "has no effect in {model_type}",
  null_value: "null, as if it were absent",
  outside: "positions of text are read from {block}",
  overridden: "{by} counts instead",
  default_ignores_scaling: "the type default has no context extension, so it has no effect",
  not_of_type: "the type {type} does not read it",
  type_unsettled: "not judged: the type is not settled",
  dialect_ignores: "{dialect} does not read it",
  truncate_not_seen: "{dialect} looks for it outside of blocks by layer type",
  window_off: "use_sliding_window is false",
  width_already_split: "the width that turns is already split off as qk_rope_head_dim",
  unknown_key: "not a key that is known here",
  unknown_rope_key: "not a key of rotary settings that is known here",
  not_attention_factor:
    "not known, and not attention_factor: llama.cpp's attn_factor multiplies, attention_factor replaces",
  disagrees: "{value} here, but {other} says {other_value}: keep one",
  expected_number: "expected a number, got {got}",
  expected_positive: "expected a number from 1e-6 to 1e9, got {got}",
  expected_amount: "expected a number from 0 to 1000, got {got}",
  expected_count: "expected a whole number from 1 to 1e12, got {got}",
  expected_span: "expected a whole number from 1 to 1073741824, got {got}",
  expected_size: "expected a whole number from 1 to 1048576, got {got}",
  expected_whole: "expected a whole number of at least 0, got {got}",
  expected_factor: "expected a number from 1 to 1000000, got {got}",
  expected_base: "expected a number above 1, got {got}",
  expected_share: "expected a number above 0 and at most 1, got {got}",
  expected_flag: "expected true or false, got {got}",
  expected_text: "expected a text, got {got}",
  expected_texts: "expected a list of texts, got {got}",
  expected_positives: "expected a list of numbers from 1e-6 to 1e6, got {got}",
  expected_wholes: "expected a list of whole numbers of at least 0, got {got}",
  expected_object: "expected an object, got {got}",
  expected_layer_flags: "expected a number, or true or false for each of {layers} layers, got {got}",
  expected_pos_att_type: 'expected "c2p", "p2c" or both, got {got}',
  missing: "missing: it has no default",
  missing_for_type: "missing: {type} needs it",
  missing_either: "missing: {type} needs it; give it or {other}",
  missing_head_dim: "expected head_dim, or hidden_size and num_attention_heads, got neither",
  in_tensors: "expected the factor lists, but GGUF keeps them as tensors, not as metadata",
  unknown_type: "expected a known kind of context extension, got {type}",
  type_unsupported: "the type {type} is not known to {dialect}",
  type_of_vision: "expected a kind for text, but {type} is for the patches of an image",
  unknown_layer_type: "expected a known type of layer such as full_attention or sliding_attention, got {name}",
  unknown_position_type: "expected absolute or relative_key, got {type}",
  list_length: "expected {expected} entries, got {got}",
  section_sum: "expected sections that sum to {pairs}, the pairs that turn, got {list}, which sum to {sum}",
  three_sections: "expected three sections where they are interleaved, got {list}",
  uneven_halves: "expected an even number of pairs to turn by two positions, got {pairs}",
  kv_heads_divide: "expected a divisor of the {heads} heads, got {got}",
  width_divides: "expected a multiple of the {heads} heads, got {got}",
  bad_rotary_width: "expected an even number of channels to turn, from 2 to {head_dim}, got {width}",
  length_of_one: "expected a length of training of at least 2 for LongRoPE, got 1",
  ntk_width: "expected at least 4 channels that turn for an NTK rule, got {width}",
  deberta_span: "expected from 2 to 65536 relative positions and buckets below twice that, got {span} and {buckets}",
  t5_buckets: "expected a maximum distance beyond the exact buckets, got {buckets} buckets and distance {distance}",
  too_many_layers: "expected at most {most} layers, got {got}",
  too_many_rows: "expected at most {most} rows, got {rows}",
  too_few_rows: "expected more rows than the {offset} before position 0, got {rows}",
};

/** As they stand inside a sentence. */
const dialectNames: Record<Dialect, string> = {
  huggingface: "Hugging Face",
  huggingface_2025: "Hugging Face of 2025",
  huggingface_2024: "Hugging Face before March 2025",
  vllm: "vLLM",
  llama_cpp: "llama.cpp",
  megatron: "Megatron-LM",
  litgpt: "LitGPT",
  mlx: "MLX",
  authors: "the authors' code",
};

/** "rope_scaling.factor = 8: read, …"; the keys of an object have entries of their own. */
export function explainEntry({ key, status, value, note }: ReportEntry): string {
  const stated = value === undefined || isObject(value) ? "" : ` = ${shorten(JSON.stringify(value))}`;
  const reason = note ? `, ${explainNote(note)}` : "";
  return `${key}${stated}: ${status}${reason}`;
}

/** The sentence of a note alone. */
export function explainNote(note: ReportEntry["note"]): string {
  if (!note) return "";
  const sentence = Object.hasOwn(sentences, note.code) ? sentences[note.code as NoteCode] : note.code;
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(note.values, name) ? note.values[name] : "";
    if (name === "dialect" && Object.hasOwn(dialectNames, String(value))) return dialectNames[value as Dialect];
    return typeof value === "number" ? String(Number(value.toPrecision(12))) : String(value);
  });
}

function shorten(json: string): string {
  return json.length > 80 ? `${json.slice(0, 77)}…` : json;
}
