// The rotated part of q·k against distance, for q = k = x with independent standard normal channels, over the width:
//
//   x · R(p) x = A² Σ_r |x_r|² cos(p inv_freq[r]),  |x_r|² with mean 2 and variance 4
//
// so that the mean over draws, divided by 2 pairs, is A² / pairs Σ_r cos, and the standard deviation
// A² / pairs sqrt(Σ_r cos²). A is the attention factor.
#pragma once

#include <span>
#include <vector>

#include "analysis/rotary_request.hpp"

namespace posenc {

struct ScoreCurve {
  std::vector<double> mean, deviation;  // [distances]
};

ScoreCurve score_curve(const RotaryRequest& request, std::span<const double> distances);

}  // namespace posenc
