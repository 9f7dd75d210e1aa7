// How fast each pair of channels turns, and by which position stream (Su et al. 2021; Qwen2-VL 2024; Qwen3-VL; Gemma
// 4).
//
//   inv_freq[r] = rope_theta^(-2r / rotary_dim), r = 0 … rotary_dim / 2 - 1, in radians per position
//
// The exponent's denominator is the rotary width, not the head width, when only part of the head turns; with the
// proportional type it is head_dim, and pairs past the share have frequency exactly 0.
#pragma once

#include <vector>

#include "position/method.hpp"

namespace posenc {

struct RotaryPair {
  double inv_freq;
  int stream;  // which position stream turns it; 0 where there is one
};

// The series of the base alone: [rotary_dim / 2], rotary_dim even.
std::vector<double> rope_frequencies(int rotary_dim, double rope_theta);

// The pairs at a length (of positions), and the factor on cosine and sine that the scaling brings.
struct RotaryPairs {
  std::vector<RotaryPair> pairs;  // [rotary_width / 2]
  double attention_factor = 1;
};
RotaryPairs rotary_pairs(const Rotary& method, const AttentionShape& shape, double length);

// The length that a scaling goes by: the method's own, else the largest position of the context + 1.
double scaling_length(const Rotary& method, const PositionContext& context);

}  // namespace posenc
