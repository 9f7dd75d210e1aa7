#include "position/sinusoidal.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {

Tensor<double, 2> sinusoids(std::span<const double> positions, int width, const Sinusoidal& method) {
  const bool paper_frequencies =
      method.table == SinusoidalTable::paper || method.table == SinusoidalTable::concatenated;
  const int sines = paper_frequencies ? (width + 1) / 2 : width / 2;
  const int cosines = width / 2;
  const double denominator = paper_frequencies ? width / 2.0 : std::max(cosines - 1, 1);
  Tensor<double, 2> table({positions.size(), static_cast<std::size_t>(width)});
  for (int r = 0; r < sines; ++r) {
    const double frequency = std::pow(method.base, -r / denominator);
    const bool alternating = method.table == SinusoidalTable::paper;
    const int sine_column = alternating ? 2 * r : r, cosine_column = alternating ? 2 * r + 1 : sines + r;
    for (std::size_t t = 0; t < positions.size(); ++t) {
      const double angle = (positions[t] + method.offset) * frequency;
      table(t, sine_column) = std::sin(angle);
      if (r < cosines) table(t, cosine_column) = std::cos(angle);
    }
  }
  return table;
}

}  // namespace posenc
