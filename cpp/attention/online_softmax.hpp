// Softmax over keys that arrive a tile at a time (Milakov, Gimelshein 2018; Dao et al. 2022).
//
//   after each tile: m' = max(m, max s),  sum' = sum e^(m - m') + Σ e^(s - m'),  output' = output e^(m - m') + Σ e^(s -
//   m') v
//
// The final output / sum equals the softmax over all keys at once, but for rounding. `sum` stays 0 for a row that saw
// no key. Each tile is summed in fresh registers before it joins the total, which keeps long rows accurate.
#pragma once

#include <limits>

#include "simd/row_ops.hpp"

namespace posenc {

struct RowState {
  // Finite, so that "hidden" (-infinity) less it is -infinity and never NaN.
  float maximum = std::numeric_limits<float>::lowest();
  float sum = 0;

  // Takes in a tile of scores, -infinity where hidden, and turns it into e^(score - maximum).
  // Returns the factor by which what was accumulated before must be multiplied.
  float absorb(float* scores, std::size_t length) noexcept {
    const float before = maximum;
    const float in_tile = maximum_of_row(scores, length);
    if (in_tile > maximum) maximum = in_tile;
    const float correction = sum > 0 ? exponential(before - maximum) : 0;
    sum = sum * correction + exponentiate_row(scores, length, maximum);
    return correction;
  }
};

}  // namespace posenc
