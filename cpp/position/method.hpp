// Describe: a position method is a small value. One struct per method, one variant over them.
//
// The field names are those of the problem JSON; fields that Hugging Face configurations have keep their name there.
// Where the formulas of the papers use i - j, ours use relative_position = key_position - query_position, and
// distance = query_position - key_position where the papers count backwards.
//
// Learned tables are part of the value. Empty ones are drawn from `seed` by with_parameters (parameters.hpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "base/float_format.hpp"
#include "base/tensor.hpp"
#include "position/context.hpp"
#include "position/rope_scaling.hpp"

namespace posenc {

// No position term: order is visible only through the mask.
struct NoPosition {};

enum class SinusoidalTable {
  paper,          // [s c s c …], frequencies base^(-2r/width)                       (Vaswani et al. 2017)
  concatenated,   // [s s … c c …], the same frequencies                              (Marian, RoFormer, Transformer-XL)
  tensor2tensor,  // [s s … c c …], frequencies base^(-r/(half - 1)); odd: a last 0   (Tensor2Tensor)
  fairseq,        // the same table; fairseq starts positions at padding_idx + 1, see offset
};

// x_t += PE(position + offset).
struct Sinusoidal {
  double base = 10000;
  SinusoidalTable table = SinusoidalTable::paper;
  double offset = 0;
};

enum class TableExtension {
  none,          // a row outside the table is an error
  interpolate,   // more positions than rows: position p of 0 … last reads row p (rows - 1) / last, linearly
  hierarchical,  // p = x rows + y reads alpha u_x + (1 - alpha) u_y, u_k = (E_k - alpha E_0) / (1 - alpha) (Su 2020)
};

// x_t += table[position + offset] (+ segment_table[segment_t]).
struct Learned {
  Tensor<float, 2> table;  // [rows, model_dim]
  int rows = 512;          // of a table to be drawn
  int offset = 0;
  std::vector<int> segments;       // [tokens]; empty: none
  Tensor<float, 2> segment_table;  // [segments, model_dim]
  TableExtension extension = TableExtension::none;
  double alpha = 0.4;  // of hierarchical
  std::uint64_t seed = 0;
};

enum class BeyondClip {
  clip,  // the outermost row, as in the paper
  zero,  // no term (Music Transformer)
};

// score += scale q_i · keys[row], output_i += Σ weight values[row], row = clip(relative_position, ±K) + K.
// One table for all heads. (Shaw, Uszkoreit, Vaswani 2018)
struct Shaw {
  int max_relative_position = 16;
  bool with_keys = true;
  bool with_values = true;
  Tensor<float, 2> keys;    // [2K + 1, head_dim]
  Tensor<float, 2> values;  // [2K + 1, value_dim]
  BeyondClip beyond = BeyondClip::clip;
  std::uint64_t seed = 0;
};

// score = scale ((q_i + u) · k_j + (q_i + v) · W R(distance)), R the concatenated sinusoids. (Dai et al. 2019)
struct TransformerXl {
  Tensor<float, 2> u;           // [heads, head_dim]
  Tensor<float, 2> v;           // [heads, head_dim]
  Tensor<float, 2> projection;  // W [heads * head_dim, width of R]
  int clamp_len = 0;            // largest distance that is told apart; 0: all
  std::uint64_t seed = 0;
};

// score += table[bucket(relative_position), head] (Raffel et al. 2020); see t5_buckets.hpp.
struct T5Bias {
  int relative_attention_num_buckets = 32;
  int relative_attention_max_distance = 128;
  bool bidirectional = true;
  Tensor<float, 2> table;  // [buckets, heads]
  std::uint64_t seed = 0;
};

enum class AlibiDirection {
  causal,     // slope * relative_position, as in the paper, where the mask hides the future
  symmetric,  // -slope * |relative_position|, for attention in both directions
};
enum class AlibiSlopeRule {
  authors,    // alibi_slopes.hpp
  geometric,  // 2^(-bias_max h / heads) for any head count: the paper's text without the authors' exception
};
enum class BiasPlace {
  after_scale,   // scale q·k + bias
  before_scale,  // scale (q·k + bias), as Falcon does
};

// score += bias with one slope per head. (Press, Smith, Lewis 2022)
struct Alibi {
  std::vector<double> slopes;  // [heads]; empty: by the rule
  AlibiDirection direction = AlibiDirection::causal;
  AlibiSlopeRule slope_rule = AlibiSlopeRule::authors;
  double alibi_bias_max = 8;
  BiasPlace applied = BiasPlace::after_scale;
};

// score += scale (q_i · position_keys[row] + k_j · position_queries[row]), row of the distance query - key, see
// deberta_rows.hpp; scale is 1 / sqrt(head_dim * terms) by default. (He et al. 2021, and their released code)
struct Deberta {
  int max_relative_positions = 512;
  int position_buckets = 0;  // > 0: logarithmic buckets
  bool content_to_position = true;
  bool position_to_content = true;
  Tensor<float, 2> position_keys;     // [2 span, heads * head_dim]
  Tensor<float, 2> position_queries;  // [2 span, heads * head_dim]
  std::uint64_t seed = 0;

  int span() const { return position_buckets > 0 ? position_buckets : max_relative_positions; }
  int terms() const { return 1 + (content_to_position ? 1 : 0) + (position_to_content ? 1 : 0); }
};

enum class RotaryPairing {
  half_split,   // pair r is channels (r, r + rotary_dim / 2): GPT-NeoX, Llama in Hugging Face's form
  interleaved,  // pair r is channels (2r, 2r + 1): the paper, GPT-J, Llama in Meta's form
};
enum class RotaryType {
  standard,      // inv_freq[r] = rope_theta^(-2r / rotary_dim)
  proportional,  // exponents over head_dim, frequency 0 past partial_rotary_factor of the pairs (Gemma 4)
};
enum class StreamLayout {
  chunked,      // [t t t h h h w w w]: pairs of a stream stand together (Qwen2-VL)
  interleaved,  // [t h w t h w … t t]: each stream takes every third pair up to three times its section (Qwen3-VL)
  axial,        // every stream starts again at frequency 1, exponents over its own width (2-D vision)
};

// Formats in which another program computes angles, stage by stage: the frequency, the position, their product, and
// cosine and sine. The double reference keeps to the exact angles, so that the difference shows the fault.
enum class AngleSeries {
  powers,   // every angle is position * inv_freq
  running,  // every angle is the one before it times rope_theta^(-2 / rotary_dim) (ggml)
};
struct AnglePrecision {
  FloatFormat inv_freq = FloatFormat::double64;
  FloatFormat position = FloatFormat::double64;
  FloatFormat angle = FloatFormat::double64;
  FloatFormat table = FloatFormat::double64;
  AngleSeries series = AngleSeries::powers;
};

// q_i <- R(p_i) q_i, k_j <- R(p_j) k_j, pair r turned by the angle position * inv_freq[r]. (Su et al. 2021)
struct Rotary {
  RotaryPairing pairing = RotaryPairing::half_split;
  int rotary_dim = 0;  // leading channels that turn; 0: all head_dim. The others stay bit-identical
  double rope_theta = 10000;
  std::vector<double> inv_freq;  // [rotary_dim / 2], radians per position; empty: from rope_theta
  RopeScaling scaling = NoScaling{};
  double length = 0;  // that scalings go by which depend on one; 0: the largest position + 1
  AnglePrecision precision;
  RotaryType type = RotaryType::standard;
  double partial_rotary_factor = 1;  // share of the channels, where rotary_dim is 0; with proportional, of the pairs
  double offset = 0;                 // added to every position
  // XPos (Sun et al. 2023): q * zeta_r^((p - center) / scale_base), k by the inverse; 0: off.
  double xpos_scale_base = 0;
  double xpos_center = 0;
  // M-RoPE: pairs per stream, and the positions of each stream, [streams][keys]; queries are the last of the keys.
  std::vector<int> mrope_section;
  StreamLayout mrope_layout = StreamLayout::chunked;
  int mrope_rest = 0;                        // interleaved: the stream of pairs that no section takes
  std::vector<std::vector<double>> streams;  // empty: every stream is the token's position
};

enum class KerpleForm { logarithmic, power };

// score += -p ln(1 + a d) or -a d^p, d = max(distance, 0). (Chi et al. 2022)
struct Kerple {
  KerpleForm form = KerpleForm::logarithmic;
  std::vector<double> p;  // [heads]; empty: 1
  std::vector<double> a;  // [heads]; empty: 1
};

// score += (Σ_{i = 1 … dimension / 2} cos(d 10000^(-2i / dimension)) - dimension / 2) / (8 h / heads), h = 1 … heads,
// d = max(distance, 0). (Chi et al. 2023)
struct Sandwich {
  int dimension = 0;  // 0: head_dim
};

// score += MLP(psi(distance) / psi(max(threshold, query_position))), psi(x) = ln(|c x| + 1). (Li et al. 2024)
struct Fire {
  double c = 0.1;
  double threshold = 512;
  std::vector<double> hidden_weight;  // [width]
  std::vector<double> hidden_bias;    // [width]
  Tensor<float, 2> output_weight;     // [heads, width]
  std::vector<double> output_bias;    // [heads]
  std::uint64_t seed = 0;
};

enum class CopeScale {
  all,      // scale (q·k + q·e), as the authors do
  content,  // scale q·k + q·e
};

// Positions counted by gates: position(i, j) = Σ_{l = j …} sigmoid(scale q_i·k_l) over visible keys, at most rows - 1;
// score += q_i · e[position], linear between rows. (Golovneva et al. 2024)
struct Cope {
  Tensor<float, 2> table;  // e [rows, head_dim], one for all heads
  int positions = 64;      // rows of a table to be drawn
  CopeScale scaled = CopeScale::all;
  std::uint64_t seed = 0;
};

using PositionMethod = std::variant<NoPosition, Sinusoidal, Learned, Shaw, TransformerXl, T5Bias, Alibi, Deberta,
                                    Rotary, Kerple, Sandwich, Fire, Cope>;

// Methods that act together: encodings and biases add up, at most one rotation, at most one table of relative keys.
using PositionMethods = std::vector<PositionMethod>;

// The `kind` of the JSON: "none", "sinusoidal", "t5_bias", …
std::string_view kind_of(const PositionMethod& method);

// Throws an Error that names the field unless the methods can be applied together in this context.
void validate(const PositionMethods& methods, const PositionContext& context);

// The number of channels that turn: rotary_dim, else int(head_dim * partial_rotary_factor) as in Hugging Face.
int rotary_width(const Rotary& method, const AttentionShape& shape);

// 1 / sqrt(head_dim), but for methods that are defined with another one: 1 for T5, 1 / sqrt(head_dim * terms) for
// DeBERTa, and YaRN with a softmax factor as DeepSeek has it.
double default_scale(const PositionMethods& methods, const AttentionShape& shape);

}  // namespace posenc
