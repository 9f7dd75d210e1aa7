// What rounding does to the angles of a rotary method (its `precision`), at each position the worst pair.
#pragma once

#include <span>
#include <vector>

#include "analysis/rotary_request.hpp"

namespace posenc {

struct PhaseError {
  std::vector<double> phase;   // [positions] |rounded angle - exact angle|, radians; infinite where it is not finite
  std::vector<double> cosine;  // [positions] |cosine with rounding - exact cosine|, 2 where it is not a number
  std::vector<int> pair;       // [positions] the pair of the worst phase
};

PhaseError phase_error(const RotaryRequest& request, std::span<const double> positions);

}  // namespace posenc
