// How fast each pair of channels turns under rotary position embedding (Su et al. 2021).
//
//   inv_freq[r] = rope_theta^(-2r / rotary_dim), r = 0 … rotary_dim / 2 - 1, in radians per position
//
// The exponent's denominator is the rotary width, not the head width, when only part of the head turns.
#pragma once

#include <vector>

namespace posenc {

// [rotary_dim / 2], rotary_dim even.
std::vector<double> rope_frequencies(int rotary_dim, double rope_theta);

}  // namespace posenc
