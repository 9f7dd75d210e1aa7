#include "position/sinusoidal.hpp"

#include <cmath>

namespace posenc {

Tensor<float, 2> sinusoidal_table(std::span<const double> positions, int model_dim, double base) {
  Tensor<float, 2> table({positions.size(), static_cast<std::size_t>(model_dim)}, RowPadding::to_64_bytes);
  for (int r = 0; r < model_dim / 2; ++r) {
    const double frequency = std::pow(base, -2.0 * r / model_dim);
    for (std::size_t t = 0; t < positions.size(); ++t) {
      const double angle = positions[t] * frequency;
      table(t, 2 * r) = static_cast<float>(std::sin(angle));
      table(t, 2 * r + 1) = static_cast<float>(std::cos(angle));
    }
  }
  return table;
}

}  // namespace posenc
