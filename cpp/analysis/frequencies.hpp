// The frequencies of a rotary method, pair by pair, as its scaling makes them at a length.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "analysis/rotary_request.hpp"

namespace posenc {

enum class PairRegime {
  kept,     // as without the scaling
  blended,  // between kept and scaled
  scaled,   // divided by the factor
  other,    // changed otherwise: LongRoPE's lists
  still,    // frequency 0
};

// Vectors are [pairs], pair 0 the fastest.
struct Frequencies {
  int rotary_dim = 0;
  double length = 0;
  double original_length = 0;  // 0: the method names none
  double factor = 1;
  double base = 0;
  std::vector<double> plain_inv_freq, inv_freq;  // radians per position
  std::vector<double> wavelength;                // 2 pi / inv_freq, infinite for pairs that stand still
  std::vector<double> turns;                     // of the plain pair within original_length; empty where that is 0
  std::vector<double> interpolated;              // share of the division by factor: 0 kept, 1 divided
  std::vector<PairRegime> regime;
  std::optional<std::array<double, 2>> ramp;
  double attention_factor = 1;
  double softmax_factor = 1;
  double scale = 1;  // softmax_factor / sqrt(head_dim)
};

Frequencies frequencies(const RotaryRequest& request);

}  // namespace posenc
