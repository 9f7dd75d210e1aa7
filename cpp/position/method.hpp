// Describe: a position method is a small value. One struct per method, one variant over them.
//
// The field names are those of the problem JSON; fields that Hugging Face configurations have keep their name there.
// Where the score formulas of the papers use i - j, ours use relative_position = key_position - query_position.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "position/context.hpp"

namespace posenc {

// No position term: order is visible only through the mask.
struct NoPosition {};

// x_t += PE(t), PE(p)[2r] = sin(p base^(-2r/model_dim)), PE(p)[2r+1] = cos(the same). (Vaswani et al. 2017)
struct Sinusoidal {
  double base = 10000;
};

enum class AlibiDirection {
  causal,     // slope * relative_position, as in the paper, where the mask hides the future
  symmetric,  // -slope * |relative_position|, for attention in both directions
};

// score += bias with one slope per head. (Press, Smith, Lewis 2022)
struct Alibi {
  std::vector<double> slopes;  // [heads]; empty: the authors' rule (alibi_slopes.hpp)
  AlibiDirection direction = AlibiDirection::causal;
};

enum class RotaryPairing {
  half_split,   // pair r is channels (r, r + rotary_dim / 2): GPT-NeoX, Llama in Hugging Face's form
  interleaved,  // pair r is channels (2r, 2r + 1): the paper, GPT-J, Llama in Meta's form
};

// q_i <- R(p_i) q_i, k_j <- R(p_j) k_j, pair r turned by the angle position * inv_freq[r]. (Su et al. 2021)
struct Rotary {
  RotaryPairing pairing = RotaryPairing::half_split;
  int rotary_dim = 0;            // leading channels that turn; 0: all head_dim. The others stay bit-identical
  double rope_theta = 10000;     // inv_freq[r] = rope_theta^(-2r / rotary_dim)
  std::vector<double> inv_freq;  // [rotary_dim / 2], radians per position; empty: from rope_theta
};

using PositionMethod = std::variant<NoPosition, Sinusoidal, Alibi, Rotary>;

// "none", "sinusoidal", "alibi", "rotary": the `kind` of the JSON.
std::string_view kind_of(const PositionMethod& method);

// Throws an Error that names the field unless the method can be applied in this context.
void validate(const PositionMethod& method, const PositionContext& context);

// The number of channels that turn, with the default filled in.
inline int rotary_width(const Rotary& method, const AttentionShape& shape) {
  return method.rotary_dim == 0 ? shape.head_dim : method.rotary_dim;
}

}  // namespace posenc
