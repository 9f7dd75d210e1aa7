import { afterAll, describe, expect, test } from "vitest";
import { PosencError } from "../../../../web/src/engine/errors.ts";
import { rotaryOf } from "../../../../web/src/io/hf-config/compare-dialects.ts";
import { DIALECTS } from "../../../../web/src/io/hf-config/dialects.ts";
import { explainEntry, NOTE_CODES } from "../../../../web/src/io/hf-config/explain-text.ts";
import { parseConfig } from "../../../../web/src/io/hf-config/parse-config.ts";
import { modelOf, resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import { llama, noted, posenc } from "./resolved.ts";

afterAll(() => posenc.close());

function pathsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = path ? `${path}.${key}` : key;
    return [own, ...pathsOf(inner, own)];
  });
}

/** The five things that the command must say of such a config. */
const confused = {
  ...llama({ rope_theta: 10000 }),
  rope_scaling: { type: "yarn", factor: 4, rope_theta: 500000, strength: 2 },
  vision_config: { hidden_size: 8, rope_theta: 1 },
  quantization_config: null,
  __unknown: [],
};

describe("the report", () => {
  test("names every key of the text, in its order, and then what was filled in", () => {
    const { report } = resolveConfig(confused);
    const paths = pathsOf(confused);
    expect(report.slice(0, paths.length).map(({ key }) => key)).toEqual(paths);
    for (const { status } of report.slice(paths.length)) expect(status).toBe("defaulted");
  });

  test("says of a conflicting base, a whole factor, a legacy type, an unknown key and a missing length what they are", () => {
    expect(noted(confused, "rope_theta")).toBe("conflict disagrees");
    expect(noted(confused, "rope_scaling.factor")).toBe("read whole_factor");
    expect(noted(confused, "rope_scaling.type")).toBe("read legacy_type");
    expect(noted(confused, "rope_scaling.strength")).toBe("unknown unknown_rope_key");
    expect(noted(confused, "__unknown")).toBe("unknown unknown_key");
    expect(noted(confused, "rope_scaling.original_max_position_embeddings")).toBe("defaulted ramp_from_largest");
    expect(noted(confused, "vision_config.rope_theta")).toBe("ignored not_positional");
    expect(noted(confused, "num_hidden_layers")).toBe("read");
    expect(noted(confused, "pairing")).toBe("defaulted pairing_of_weights");
  });

  test("there is a model exactly if there is no error, and modelOf throws the first error by name", () => {
    const wrong = resolveConfig(confused);
    expect(wrong.model).toBeUndefined();
    expect(() => modelOf(wrong)).toThrow(PosencError);
    expect(() => modelOf(wrong)).toThrow(
      "rope_theta (10000): 10000 here, but rope_scaling.rope_theta says 500000: keep one",
    );
    expect(modelOf(resolveConfig(llama())).head_dim).toBe(128);
  });

  test("a default in place of a value in error is not told", () => {
    const { report } = resolveConfig(llama({ rope_theta: -1 }));
    expect(report.filter(({ key }) => key === "rope_theta").map(({ status }) => status)).toEqual(["impossible"]);
  });

  test("every code has a sentence, and every entry one line", () => {
    for (const code of NOTE_CODES) {
      const line = explainEntry({ key: "k", status: "read", value: 1, note: { code, values: {} } });
      expect(line).toMatch(/^k = 1: read, ./);
      expect(line).not.toContain(code === "missing" ? "?" : code);
    }
    for (const entry of resolveConfig(confused).report) {
      expect(explainEntry(entry)).not.toMatch(/\n|\{\w+\}|undefined/);
      if (entry.note) expect(NOTE_CODES).toContain(entry.note.code);
    }
  });

  test("text of a configuration stays text", () => {
    const config = parseConfig('{"__proto__": {"x": 1}, "<b>": "<script>", "model_type": "toString", "head_dim": 4}');
    const { report } = resolveConfig(config);
    expect(report.map(({ key }) => key)).toEqual(expect.arrayContaining(["__proto__", "__proto__.x", "<b>"]));
    expect(noted(config, "model_type")).toBe("read unknown_architecture");
  });
});

/** A small generator with a seed, so that a failure can be repeated. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T;
  return { next, pick };
}

const names =
  `model_type hidden_size num_attention_heads n_head head_dim num_key_value_heads num_hidden_layers rope_theta rope_scaling
  rope_parameters rope_type type factor partial_rotary_factor rotary_dim rotary_pct sliding_window layer_types no_rope_layers
  max_position_embeddings original_max_position_embeddings short_factor long_factor mrope_section text_config attn_config alibi
  qk_rope_head_dim qk_nope_head_dim full_attention sliding_attention mscale mscale_all_dim attention_factor low_freq_factor
  high_freq_factor rope_ratio use_sliding_window max_window_layers sliding_window_pattern general.architecture llama.rope.freq_base
  general llama dim n_heads n_layers use_scaled_rope pos_att_type relative_attention position_buckets seq_length use_dynamic_ntk
  __proto__ constructor metadata value llama_4_scaling_beta no_rope_layer_interval position_encoding_2d mrope_interleaved truncate`.split(
    /\s+/,
  );

const texts =
  `llama qwen gemma3_text llama4_text phi3 t5 bert bloom mpt falcon deepseek_v3 chatglm modernbert cohere2 gpt_oss gemma4_text
  deberta-v2 opt yarn linear dynamic llama3 longrope proportional su ntk default full_attention x c2p|p2c`.split(/\s+/);

function randomValue({ next, pick }: ReturnType<typeof generator>, depth: number): unknown {
  const kind = Math.floor(next() * 10);
  if (kind < 3) return pick([0, 1, 2, 4, 8, 32, 64, 128, 4096, 10000, 1e6, -1, 0.5, 0.25, 3.7, 1e15, 1e300]);
  if (kind < 5) return pick(texts);
  if (kind === 5) return pick([true, false, null]);
  if (kind === 6) return Array.from({ length: pick([0, 1, 4, 64]) }, () => pick([0, 1, 2, "full_attention", -1, 1.5]));
  return depth > 2 ? {} : randomObject({ next, pick }, depth + 1);
}

function randomObject(random: ReturnType<typeof generator>, depth: number): object {
  const entries = Array.from({ length: Math.floor(random.next() * 12) }, () => [
    random.pick(names),
    randomValue(random, depth),
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}

describe("any object", () => {
  const codes: ReadonlySet<string> = new Set(NOTE_CODES);

  test("resolves to a report with each of its keys, and to a model that the core takes or to an error", async () => {
    const random = generator(1);
    let models = 0;
    for (let i = 0; i < 4000; i++) {
      const found = randomObject(random, 0);
      const config = i % 2 ? found : { ...llama({ model_type: random.pick(texts) }), ...found };
      const { report, errors, model } = resolveConfig(config, { dialect: DIALECTS[i % DIALECTS.length] });
      const keys = report.map(({ key }) => key);
      const paths = pathsOf(config);
      if (paths.some((path, at) => keys[at] !== path)) expect(keys).toEqual(paths);
      for (const { note } of report) if (note && !codes.has(note.code)) expect(note.code).toBe("a known code");
      if ((model === undefined) !== errors.length > 0) expect(config).toBe("a model or errors");
      if (!model) continue;
      models++;
      for (const layer of model.layerTypes) {
        const method = rotaryOf(layer);
        const asked = method && posenc.frequencies({ method, head_dim: model.head_dim });
        await asked?.catch((error) => expect(JSON.stringify({ config, method })).toBe(String(error)));
      }
    }
    expect(models).toBeGreaterThan(300);
  });
});
