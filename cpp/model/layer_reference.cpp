#include "model/layer_reference.hpp"

#include <cmath>

namespace posenc {

namespace {

// Vaswani et al. 2017, section 3.5: PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos(pos / 10000^(2i/d)).
Tensor<double, 2> paper_sinusoids(std::span<const double> positions, std::size_t model_dim, double base) {
  Tensor<double, 2> encoding({positions.size(), model_dim});
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t c = 0; c < model_dim; ++c) {
      const double pair = static_cast<double>(c / 2);
      const double angle = positions[t] / std::pow(base, 2 * pair / static_cast<double>(model_dim));
      encoding(t, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return encoding;
}

Tensor<double, 3> project_head_by_head(const Tensor<double, 2>& x, const Tensor<float, 2>& weights, int heads,
                                       int width) {
  Tensor<double, 3> result({static_cast<std::size_t>(heads), x.extent(0), static_cast<std::size_t>(width)});
  for (std::size_t h = 0; h < result.extent(0); ++h)
    for (std::size_t t = 0; t < result.extent(1); ++t)
      for (std::size_t c = 0; c < result.extent(2); ++c)
        for (std::size_t in = 0; in < x.extent(1); ++in)
          result(h, t, c) += x(t, in) * static_cast<double>(weights(h * result.extent(2) + c, in));
  return result;
}

}  // namespace

LayerReference layer_reference(TensorView<const float, 2> x, const Projections& projections,
                               const AttentionShape& shape, std::span<const double> positions,
                               const PositionMethod& method) {
  LayerReference layer;
  if (const auto* sinusoidal = std::get_if<Sinusoidal>(&method))
    layer.encoding = paper_sinusoids(positions, x.extent(1), sinusoidal->base);
  layer.input = Tensor<double, 2>(x.extents());
  for (std::size_t t = 0; t < x.extent(0); ++t)
    for (std::size_t c = 0; c < x.extent(1); ++c)
      layer.input(t, c) = static_cast<double>(x(t, c)) + (layer.encoding.empty() ? 0 : layer.encoding(t, c));
  layer.query = project_head_by_head(layer.input, projections.query, shape.heads, shape.head_dim);
  layer.key = project_head_by_head(layer.input, projections.key, shape.kv_heads, shape.head_dim);
  layer.value = project_head_by_head(layer.input, projections.value, shape.kv_heads, shape.value_dim);
  return layer;
}

}  // namespace posenc
