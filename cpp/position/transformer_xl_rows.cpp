#include "position/transformer_xl_rows.hpp"

#include <algorithm>

#include "position/sinusoidal.hpp"

namespace posenc {

Tensor<double, 2> transformer_xl_waves(const TransformerXl& method, std::span<const double> relative) {
  std::vector<double> distances;
  for (const double relative_position : relative) {
    const double distance = -relative_position;
    distances.push_back(method.clamp_len > 0 ? std::clamp(distance, -1.0 * method.clamp_len, 1.0 * method.clamp_len)
                                             : distance);
  }
  return sinusoids(distances, static_cast<int>(method.projection.extent(1)), {10000, SinusoidalTable::concatenated, 0});
}

void write_transformer_xl_rows(const TransformerXl& method, const Tensor<double, 2>& waves, Tensor<float, 3>& table) {
  const std::size_t head_dim = table.extent(2);
  for (std::size_t h = 0; h < table.extent(0); ++h)
    for (std::size_t row = 0; row < table.extent(1); ++row)
      for (std::size_t c = 0; c < head_dim; ++c) {
        double sum = 0;
        for (std::size_t w = 0; w < waves.extent(1); ++w)
          sum += static_cast<double>(method.projection(h * head_dim + c, w)) * waves(row, w);
        table(h, row, c) = static_cast<float>(sum);
      }
}

}  // namespace posenc
