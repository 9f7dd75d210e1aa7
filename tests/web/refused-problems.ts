/** Problems that no engine may compute: each with what the refusal must name, the field and what came. */
const words = { kind: "tokens", tokens: ["a", "b", "c"], model_dim: 8, heads: 2 };
const layer = (sizes: object) => ({ ...words, ...sizes });
const tensors = { kind: "tensors", query: [[1, 2]], key: [[1, 2]] };
const zeros = (rows: number, columns: number) => Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
const with_ = (method: unknown, more: object = {}) => ({ input: words, method, ...more });
const at = (...positions: number[]) => ({ query_positions: positions });
const masked = (mask: unknown) => ({ input: words, mask });
const nan = [
  [1, 2, 3, 4],
  [1, 2, 3, Number.NaN],
  [1, 2, 3, 4],
];

export type Refused = readonly [what: string, problem: unknown, message: RegExp];

export const refusedProblems: readonly Refused[] = [
  // Rotary
  ["an odd rotary width", with_({ kind: "rotary", rotary_dim: 3 }), /^method\.rotary_dim: .*even.*got 3$/],
  ["an odd head", { input: layer({ head_dim: 3 }), method: { kind: "rotary" } }, /^head_dim: .*even.*got 3$/],
  ["a width over the head", with_({ kind: "rotary", rotary_dim: 6 }), /^method\.rotary_dim: .*head_dim \(4\), got 6$/],
  ["no width", with_({ kind: "rotary", rotary_dim: 0 }), /^method\.rotary_dim: .*got 0$/],
  [
    "width and share",
    with_({ kind: "rotary", rotary_dim: 2, partial_rotary_factor: 0.5 }),
    /^method\.partial_rotary_factor: .*beside rotary_dim/,
  ],
  ["theta 0", with_({ kind: "rotary", rope_theta: 0 }), /^method\.rope_theta: .*got 0$/],
  ["theta below 0", with_({ kind: "rotary", rope_theta: -1e4 }), /^method\.rope_theta: .*got -10000$/],
  ["theta NaN", with_({ kind: "rotary", rope_theta: Number.NaN }), /^method\.rope_theta: .*nan$/],
  ["theta as text", with_({ kind: "rotary", rope_theta: "10000" }), /^method\.rope_theta: .*got "10000"$/],
  ["too few frequencies", with_({ kind: "rotary", inv_freq: [1] }), /^method\.inv_freq: expected 2 numbers.*got 1$/],
  [
    "an infinite frequency",
    with_({ kind: "rotary", inv_freq: [1, Number.POSITIVE_INFINITY] }),
    /^method\.inv_freq\[1\]/,
  ],
  ["an unknown scaling", with_({ kind: "rotary", rope_type: "yarn" }), /^method\.rope_type: .*got "yarn"$/],
  ["an unknown pairing", with_({ kind: "rotary", pairing: "neox" }), /^method\.pairing: .*got "neox"$/],
  ["a scaling without a kind", with_({ kind: "rotary", scaling: {} }), /^method\.scaling\.kind: .*got nothing$/],
  [
    "a scaling of another name",
    with_({ kind: "rotary", scaling: { kind: "su", factor: 2 } }),
    /^method\.scaling\.kind: .*longrope, got "su"$/,
  ],
  [
    "a factor of 0",
    with_({ kind: "rotary", scaling: { kind: "linear", factor: 0 } }),
    /^method\.scaling\.factor: .*got 0$/,
  ],
  [
    "a factor as text",
    with_({ kind: "rotary", scaling: { kind: "linear", factor: "40" } }),
    /^method\.scaling\.factor: .*got "40"$/,
  ],
  [
    "yarn without the length of training",
    with_({ kind: "rotary", scaling: { kind: "yarn", factor: 4 } }),
    /^method\.scaling\.original_max_position_embeddings: .*got nothing$/,
  ],
  [
    "attn_factor in the place of attention_factor",
    with_({
      kind: "rotary",
      scaling: { kind: "yarn", factor: 4, original_max_position_embeddings: 64, attn_factor: 0.9 },
    }),
    /^method\.scaling: .*got also "attn_factor"$/,
  ],
  [
    "lists of another width",
    with_({
      kind: "rotary",
      scaling: { kind: "longrope", short_factor: [1], long_factor: [1], original_max_position_embeddings: 64 },
    }),
    /^method\.scaling\.short_factor: expected 2 numbers.*got 1$/,
  ],
  [
    "frequencies and a scaling",
    with_({ kind: "rotary", inv_freq: [1, 1], scaling: { kind: "linear", factor: 2 } }),
    /^method\.inv_freq: .*beside scaling/,
  ],
  [
    "an unknown format",
    with_({ kind: "rotary", angle_precision: { angle: "float8" } }),
    /^method\.angle_precision\.angle: .*got "float8"$/,
  ],
  ["a length of 0", with_({ kind: "rotary", length: 0 }), /^method\.length: .*got 0$/],
  [
    "a rest without interleaved sections",
    with_({ kind: "rotary", mrope_section: [1, 1, 0], mrope_rest: 3 }),
    /^method\.mrope_rest: .*got 3$/,
  ],
  ["a scaling block", with_({ kind: "rotary", rope_scaling: {} }), /^method: .*got also "rope_scaling"$/],
  [
    "proportional with a width",
    with_({ kind: "rotary", rope_type: "proportional", rotary_dim: 2 }),
    /^method\.rotary_dim: .*proportional.*got 2$/,
  ],
  [
    "proportional on an odd head",
    { input: layer({ head_dim: 3 }), method: { kind: "rotary", rope_type: "proportional" } },
    /^head_dim: .*got 3$/,
  ],
  ["an unknown field of xpos", with_({ kind: "rotary", xpos: { base: 3 } }), /^method\.xpos: .*got also "base"$/],
  ["xpos as a flag", with_({ kind: "rotary", xpos: true }), /^method\.xpos: expected an object, got true$/],
  [
    "sections that do not sum",
    with_({ kind: "rotary", mrope_section: [1, 0, 0] }),
    /^method\.mrope_section: .*2.*got 1$/,
  ],
  ["a negative section", with_({ kind: "rotary", mrope_section: [-1, 3, 0] }), /^method\.mrope_section: .*got -1$/],
  [
    "two interleaved sections",
    with_({ kind: "rotary", mrope_section: [1, 1], mrope_layout: "interleaved" }),
    /^method\.mrope_section: expected three .*got 2$/,
  ],
  ["streams without sections", with_({ kind: "rotary", streams: [[0, 1, 2]] }), /^method\.streams: .*got 1$/],
  [
    "a stream too few",
    with_({ kind: "rotary", mrope_section: [1, 1], streams: [[0, 1, 2]] }),
    /^method\.streams: expected 2 lists.*got 1$/,
  ],
  [
    "a short stream",
    with_({
      kind: "rotary",
      mrope_section: [1, 1],
      streams: [
        [0, 1, 2],
        [0, 1],
      ],
    }),
    /^method\.streams\[1\]: expected 3 numbers.*got 2$/,
  ],
  // T5
  ...[2, 3, 0].map(
    (buckets): Refused => [
      `${buckets} buckets in both directions`,
      with_({ kind: "t5_bias", relative_attention_num_buckets: buckets }),
      new RegExp(`^method\\.relative_attention_num_buckets: .*from 4 .*got ${buckets}$`),
    ],
  ),
  [
    "one causal bucket",
    with_({ kind: "t5_bias", relative_attention_num_buckets: 1, bidirectional: false }),
    /^method\.relative_attention_num_buckets: .*from 2 .*got 1$/,
  ],
  [
    "half a bucket",
    with_({ kind: "t5_bias", relative_attention_num_buckets: 32.5 }),
    /^method\.relative_attention_num_buckets: .*whole.*got 32\.5$/,
  ],
  [
    "a largest distance within the exact buckets",
    with_({ kind: "t5_bias", relative_attention_max_distance: 8 }),
    /^method\.relative_attention_max_distance: .*from 9 .*got 8$/,
  ],
  [
    "the same, causal",
    with_({ kind: "t5_bias", relative_attention_max_distance: 16, bidirectional: false }),
    /^method\.relative_attention_max_distance: .*from 17 .*got 16$/,
  ],
  [
    "a T5 table of other buckets",
    with_({ kind: "t5_bias", table: zeros(3, 2) }),
    /^method\.table: .*\[32, 2\], got \[3, 2\]$/,
  ],
  ["NaN in a table", with_({ kind: "t5_bias", table: nan }), /^method\.table\[1\]\[3\]: .*got NaN$/],
  // Learned
  [
    "a position past the table",
    with_({ kind: "learned", rows: 2 }),
    /^method\.table: .*0 to 1 .*2 rows for token 2, got row 2$/,
  ],
  [
    "id 4 of 4 rows",
    with_({ kind: "learned", table: zeros(4, 8) }, at(0, 1, 4)),
    /^method\.table: .*0 to 3 of its 4 rows .*got row 4$/,
  ],
  ["id -1", with_({ kind: "learned", rows: 4 }, at(-1, 0, 1)), /^method\.table: .*token 0, got row -1$/],
  ["an offset past the table", with_({ kind: "learned", rows: 4, offset: 2 }), /^method\.table: .*token 2, got row 4$/],
  [
    "a position between rows",
    with_({ kind: "learned", rows: 4 }, at(0, 0.5, 1)),
    /^method\.table: .*whole.*token 1, got 0\.5$/,
  ],
  [
    "past rows squared",
    with_({ kind: "learned", rows: 2, extension: "hierarchical" }, at(0, 1, 4)),
    /^method\.table: .*0 to 3 .*got row 4$/,
  ],
  [
    "a table of another width",
    with_({ kind: "learned", table: [[1, 2]] }),
    /^method\.table: .*\[1, 8\], got \[1, 2\]$/,
  ],
  ["no rows", with_({ kind: "learned", rows: 0 }), /^method\.rows: .*got 0$/],
  ["rows beside another table", with_({ kind: "learned", rows: 5, table: zeros(4, 8) }), /^method\.rows: .*4.*got 5$/],
  ["alpha 1", with_({ kind: "learned", extension: "hierarchical", alpha: 1 }), /^method\.alpha: .*got 1$/],
  ["too few segments", with_({ kind: "learned", segments: [0, 1] }), /^method\.segments: expected 3 numbers.*got 2$/],
  ["a negative segment", with_({ kind: "learned", segments: [0, 1, -1] }), /^method\.segments\[2\]: .*got -1$/],
  [
    "a segment past its table",
    with_({ kind: "learned", segments: [0, 1, 2], segment_table: zeros(2, 8) }),
    /^method\.segments\[2\]: .*0 to 1, got 2$/,
  ],
  [
    "learned on given q and k",
    { input: tensors, method: { kind: "learned" } },
    /^method\.kind: .*tokens or embeddings/,
  ],
  // Sinusoidal
  [
    "sinusoidal on given q and k",
    { input: tensors, method: { kind: "sinusoidal" } },
    /^method\.kind: .*tokens or embed/,
  ],
  ["an unknown sinusoidal table", with_({ kind: "sinusoidal", table: "marian" }), /^method\.table: .*got "marian"$/],
  ["base 0", with_({ kind: "sinusoidal", base: 0 }), /^method\.base: .*got 0$/],
  // Vectors per relative position
  [
    "shaw without a reach",
    with_({ kind: "shaw", max_relative_position: 0 }),
    /^method\.max_relative_position: .*got 0$/,
  ],
  ["shaw between positions", with_({ kind: "shaw" }, at(0, 0.5, 1)), /^key_positions: .*whole.*shaw.*got 0\.5$/],
  [
    "keys of another reach",
    with_({ kind: "shaw", max_relative_position: 1, keys: zeros(1, 4) }),
    /^method\.keys: .*\[3, 4\], got \[1, 4\]$/,
  ],
  ["NaN in keys", with_({ kind: "shaw", max_relative_position: 1, keys: nan }), /^method\.keys\[1\]\[3\]: .*got NaN$/],
  ["a negative clamp", with_({ kind: "transformer_xl", clamp_len: -1 }), /^method\.clamp_len: .*got -1$/],
  ["u of one head", with_({ kind: "transformer_xl", u: zeros(1, 4) }), /^method\.u: .*\[2, 4\], got \[1, 4\]$/],
  ["p2p", with_({ kind: "deberta", pos_att_type: ["p2p"] }), /^method\.pos_att_type: .*got "p2p"$/],
  ["deberta without terms", with_({ kind: "deberta", pos_att_type: [] }), /^method\.pos_att_type: .*empty/],
  ["one log bucket", with_({ kind: "deberta", position_buckets: 1 }), /^method\.position_buckets: .*got 1$/],
  [
    "a deberta table of another span",
    with_({ kind: "deberta", max_relative_positions: 2, position_keys: zeros(3, 8) }),
    /^method\.position_keys: .*\[4, 8\], got \[3, 8\]$/,
  ],
  // Biases
  [
    "a slope too few",
    with_({ kind: "alibi", slopes: [1] }),
    /^method\.slopes: expected 2 numbers, one per head, got 1$/,
  ],
  ["a slope NaN", with_({ kind: "alibi", slopes: [1, Number.NaN] }), /^method\.slopes\[1\]/],
  ["alibi_bias_max 0", with_({ kind: "alibi", alibi_bias_max: 0 }), /^method\.alibi_bias_max: .*got 0$/],
  ["an unknown field", with_({ kind: "alibi", slope: 1 }), /^method: .*got also "slope"$/],
  ["a kernel that likes distance", with_({ kind: "kerple", p: [1, -1] }), /^method\.p\[1\]: .*got -1$/],
  ["a kerple too few", with_({ kind: "kerple", a: [1] }), /^method\.a: expected 2 numbers.*got 1$/],
  ["an odd sandwich", with_({ kind: "sandwich", dimension: 3 }), /^method\.dimension: .*even.*got 3$/],
  ["fire with c 0", with_({ kind: "fire", c: 0 }), /^method\.c: .*got 0$/],
  ["fire with threshold 0", with_({ kind: "fire", threshold: 0 }), /^method\.threshold: .*got 0$/],
  ["fire without hidden units", with_({ kind: "fire", hidden_bias: [1] }), /^method\.hidden_weight: .*got nothing$/],
  ["no gated positions", with_({ kind: "cope", positions: 0 }), /^method\.positions: .*got 0$/],
  ["cope of another width", with_({ kind: "cope", table: [[1, 2]] }), /^method\.table: .*\[1, 4\], got \[1, 2\]$/],
  // Together
  ["two rotations", with_([{ kind: "rotary" }, { kind: "rotary" }]), /^method\[1\]\.kind: .*at most one rotation/],
  [
    "two tables of vectors",
    with_([{ kind: "shaw" }, { kind: "transformer_xl" }]),
    /^method\[1\]\.kind: .*got transformer_xl$/,
  ],
  ["nine methods", with_(new Array(9).fill({ kind: "alibi" })), /^method: expected at most 8 methods, got 9$/],
  ["null", with_(null), /^method: expected an object, got null$/],
  [
    "NaN in the second table",
    with_([{ kind: "alibi" }, { kind: "learned", table: nan }]),
    /^method\[1\]\.table\[1\]\[3\]: .*NaN$/,
  ],
  ["a negative seed", with_({ kind: "shaw", seed: -1 }), /^method\.seed: .*got -1$/],
  // Sizes, positions, temperatures
  ["more kv_heads than heads", { input: layer({ kv_heads: 3 }) }, /kv_heads: .*got 3$/],
  ["kv_heads that do not divide", { input: layer({ heads: 4, kv_heads: 3 }) }, /kv_heads: .*divisor.*got 3$/],
  ["no kv_heads", { input: layer({ kv_heads: 0 }) }, /kv_heads: .*got 0$/],
  ["no heads", { input: layer({ heads: 0 }) }, /^input\.heads: .*got 0$/],
  ["a position NaN", with_({ kind: "rotary" }, at(0, Number.NaN, 1)), /^query_positions\[1\]/],
  ["a position past 2^40", with_({ kind: "rotary" }, at(0, 1e300, 1)), /^query_positions\[1\]: .*got 1e\+300$/],
  [
    "positions by padding without a padding mask",
    { input: words, position_rule: "real_tokens" },
    /^position_rule: .*real_tokens/,
  ],
  ["an unknown rule", { input: words, position_rule: "hf" }, /^position_rule: .*got "hf"$/],
  [
    "log_n of length 1",
    { input: words, query_scale: { kind: "log_n", original_max_position_embeddings: 1 } },
    /^query_scale\.original_max_position_embeddings: .*got 1$/,
  ],
  [
    "log_n without a length",
    { input: words, query_scale: { kind: "log_n" } },
    /^query_scale\.original_max_position_embed/,
  ],
  [
    "llama4 with offset 2",
    { input: words, query_scale: { kind: "llama4", offset: 2 } },
    /^query_scale\.offset: .*got 2$/,
  ],
  [
    "llama4 with floor 0",
    { input: words, query_scale: { kind: "llama4", floor_scale: 0 } },
    /^query_scale\.floor_scale: .*got 0$/,
  ],
  // Masks
  ["window 0", masked({ kind: "sliding_window", window: 0 }), /^mask\.window: .*got 0$/],
  ["no reach", masked({ kind: "local" }), /^mask\.reach: .*got nothing$/],
  ["a negative reach", masked({ kind: "local", reach: -1 }), /^mask\.reach: .*got -1$/],
  ["chunk 0", masked({ kind: "chunked", chunk: 0 }), /^mask\.chunk: .*got 0$/],
  ["a negative prefix", masked({ kind: "prefix", prefix: -1 }), /^mask\.prefix: .*got -1$/],
  ["padding of two keys", masked({ kind: "padding", keys: "01" }), /^mask\.keys: expected 3 digits.*got 2$/],
  ["a digit 2", masked({ kind: "padding", keys: "012" }), /^mask\.keys: .*got "012"$/],
  [
    "one document number",
    masked({ kind: "documents", documents: [0] }),
    /^mask\.documents: expected 3 numbers.*got 1$/,
  ],
  ["masks that are no list", masked({ kind: "all", masks: { kind: "causal" } }), /^mask\.masks: expected an array/],

  // In lists, and beside each other
  ["an unknown kind in a list", with_([{ kind: "alibi" }, { kind: "rope" }]), /^method\[1\]\.kind: /],
  ["an unknown field in a list", with_([{ kind: "alibi" }, { kind: "rotary", foo: 2 }]), /^method\[1\]: /],
  ["null in a list", with_([{ kind: "alibi" }, null]), /^method\[1\]: /],
  ["a wrong value in a list", with_([{ kind: "alibi" }, { kind: "learned", rows: 2 }]), /^method\[1\]\.table: /],
  [
    "a wrong value in a mask of masks",
    masked({ kind: "all", masks: [{ kind: "chunked", chunk: 0 }] }),
    /^mask\.masks\[0\]\.chunk: /,
  ],
  [
    "a share of 0",
    with_({ kind: "rotary", partial_rotary_factor: 0 }),
    /^method\.partial_rotary_factor: .*got 0, which is 0$/,
  ],
  [
    "a share over 1",
    with_({ kind: "rotary", partial_rotary_factor: 1.5 }),
    /^method\.partial_rotary_factor: .*got 1\.5$/,
  ],
  [
    "a share that gives an odd width",
    { input: layer({ head_dim: 6 }), method: { kind: "rotary", partial_rotary_factor: 0.5 } },
    /^method\.partial_rotary_factor: .*3/,
  ],
  ["xpos with base 0", with_({ kind: "rotary", xpos: { scale_base: 0 } }), /^method\.xpos\.scale_base: .*got 0$/],
  ["a layout of no sections", with_({ kind: "rotary", mrope_layout: "interleaved" }), /^method\.mrope_section: /],
  ["sandwich of nothing", with_({ kind: "sandwich", dimension: 0 }), /^method\.dimension: .*got 0$/],
  ["two default scales", with_([{ kind: "t5_bias" }, { kind: "deberta" }]), /scale/],
  ["log_n without a length, said so", { input: words, query_scale: { kind: "log_n" } }, /got nothing$/],
];
