#include "model/layer_reference.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {

namespace {

// Vaswani et al. 2017, section 3.5: PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos(pos / 10000^(2i/d)); the
// other layouts as Marian, Tensor2Tensor and fairseq define them.
double sinusoid(const Sinusoidal& method, double position, std::size_t column, std::size_t width) {
  const double d = static_cast<double>(width);
  if (method.table == SinusoidalTable::paper) {
    const double angle = position / std::pow(method.base, 2 * static_cast<double>(column / 2) / d);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
  }
  if (method.table == SinusoidalTable::concatenated) {
    const std::size_t sines = width - width / 2;
    const bool is_sine = column < sines;
    const double pair = static_cast<double>(is_sine ? column : column - sines);
    const double angle = position / std::pow(method.base, 2 * pair / d);
    return is_sine ? std::sin(angle) : std::cos(angle);
  }
  const std::size_t half = width / 2;
  if (column >= 2 * half) return 0;
  const double pair = static_cast<double>(column % half);
  const double frequency = half > 1 ? std::exp(-pair * std::log(method.base) / static_cast<double>(half - 1)) : 1;
  return column < half ? std::sin(position * frequency) : std::cos(position * frequency);
}

double learned_number(const Learned& method, double row, double last_row, std::size_t column) {
  const auto rows = static_cast<double>(method.table.extent(0));
  const auto at = [&](double index) {
    return static_cast<double>(method.table(static_cast<std::size_t>(index), column));
  };
  if (method.extension == TableExtension::hierarchical) {
    // Su 2020: u_k = (E_k - alpha E_0) / (1 - alpha), position i N + j reads alpha u_i + (1 - alpha) u_j.
    const auto u = [&](double index) { return (at(index) - method.alpha * at(0)) / (1 - method.alpha); };
    return method.alpha * u(std::floor(row / rows)) + (1 - method.alpha) * u(std::fmod(row, rows));
  }
  if (method.extension == TableExtension::interpolate && last_row > rows - 1) row = row / last_row * (rows - 1);
  const double below = std::floor(row), above = std::ceil(row);
  return at(below) * (1 - (row - below)) + at(above) * (row - below);
}

void add_encoding(const PositionMethod& method, std::span<const double> positions, Tensor<double, 2>& encoding) {
  for (std::size_t t = 0; t < encoding.extent(0); ++t)
    for (std::size_t c = 0; c < encoding.extent(1); ++c) {
      if (const auto* sinusoidal = std::get_if<Sinusoidal>(&method))
        encoding(t, c) += sinusoid(*sinusoidal, positions[t] + sinusoidal->offset, c, encoding.extent(1));
      if (const auto* learned = std::get_if<Learned>(&method)) {
        const double last = *std::max_element(positions.begin(), positions.end()) + learned->offset;
        encoding(t, c) += learned_number(*learned, positions[t] + learned->offset, last, c);
        if (!learned->segments.empty())
          encoding(t, c) +=
              static_cast<double>(learned->segment_table(static_cast<std::size_t>(learned->segments[t]), c));
      }
    }
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

Tensor<double, 2> encoding_reference(const PositionMethods& methods, std::span<const double> positions,
                                     std::size_t width) {
  Tensor<double, 2> encoding;
  for (const PositionMethod& method : methods) {
    if (!std::holds_alternative<Sinusoidal>(method) && !std::holds_alternative<Learned>(method)) continue;
    if (encoding.empty()) encoding = Tensor<double, 2>({positions.size(), width});
    add_encoding(method, positions, encoding);
  }
  return encoding;
}

LayerReference layer_reference(TensorView<const float, 2> x, const Projections& projections,
                               const AttentionShape& shape, std::span<const double> positions,
                               const PositionMethods& methods) {
  LayerReference layer;
  layer.encoding = encoding_reference(methods, positions, x.extent(1));
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
