// Two rotary methods on the same width, side by side.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/rotary_request.hpp"

namespace posenc {

struct RotaryDifference {
  std::vector<double> ratio;             // [pairs] inv_freq of b / of a; 1 where both stand still
  std::vector<double> cosine;            // [positions] 1 / pairs Σ_r cos(p (a_r - b_r)): between R_a(p) x and R_b(p) x
  std::vector<double> score_a, score_b;  // [positions] means of the score curves at that distance
  std::optional<double> first_difference;  // first whole position whose scores differ by more than the tolerance
  double largest_difference = 0;           // over the whole positions searched
};

struct DifferenceSearch {
  double tolerance = 0.01;
  double limit = 0;  // last whole position searched, at most 2^24
};

// Throws unless both turn as many pairs.
RotaryDifference rotary_difference(const RotaryRequest& a, const RotaryRequest& b, std::span<const double> positions,
                                   const DifferenceSearch& search);

}  // namespace posenc
