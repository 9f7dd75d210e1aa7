#include "analysis/phase_error.hpp"

#include <cmath>
#include <limits>

#include "position/lower_rotation.hpp"
#include "position/rope_frequencies.hpp"

namespace posenc {

PhaseError phase_error(const RotaryRequest& request, std::span<const double> positions) {
  validate(request);
  const AttentionShape shape{1, 1, 1, 1, request.head_dim, request.head_dim};
  const auto pairs = rotary_pairs(request.method, shape, length_of(request)).pairs;
  const int width = rotary_width(request.method, shape);
  PhaseError result;
  for (const double position : positions) {
    const std::vector<double> at(pairs.size(), position + request.method.offset);
    const std::vector<double> angles = rotary_angles(request.method, pairs, at, width);
    double phase = 0, cosine = 0;
    int worst = 0;
    for (std::size_t r = 0; r < pairs.size(); ++r) {
      const double exact = at[r] * pairs[r].inv_freq;
      const double seen = rounded(std::cos(angles[r]), request.method.precision.table);
      const double off =
          std::isfinite(angles[r]) ? std::abs(angles[r] - exact) : std::numeric_limits<double>::infinity();
      cosine = std::fmax(cosine, std::isfinite(seen) ? std::abs(seen - std::cos(exact)) : 2);
      if (off <= phase) continue;
      phase = off;
      worst = static_cast<int>(r);
    }
    result.phase.push_back(phase);
    result.cosine.push_back(cosine);
    result.pair.push_back(worst);
  }
  return result;
}

}  // namespace posenc
