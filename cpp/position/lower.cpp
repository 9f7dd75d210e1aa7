#include "position/lower.hpp"

#include <cmath>

#include "position/alibi_slopes.hpp"
#include "position/relative_rows.hpp"
#include "position/rope_frequencies.hpp"
#include "position/sinusoidal.hpp"

namespace posenc {

namespace {

PositionPlan lower_method(const NoPosition&, const PositionContext&) {
  return {};
}

PositionPlan lower_method(const Sinusoidal& method, const PositionContext& context) {
  PositionPlan plan;
  plan.input_encoding = sinusoidal_table(context.key_positions, context.model_dim, method.base);
  return plan;
}

double alibi_bias(AlibiDirection direction, double slope, double relative_position) {
  // The paper's -slope (i - j), i the query: i - j = -relative_position.
  return direction == AlibiDirection::causal ? slope * relative_position : -slope * std::abs(relative_position);
}

PositionPlan lower_method(const Alibi& method, const PositionContext& context) {
  const std::vector<double> slopes = method.slopes.empty() ? alibi_slopes(context.shape.heads) : method.slopes;
  RelativePositions relative = relative_positions(context.query_positions, context.key_positions);
  Tensor<float, 2> table({slopes.size(), relative.values.size()}, RowPadding::to_64_bytes);
  for (std::size_t h = 0; h < slopes.size(); ++h)
    for (std::size_t row = 0; row < relative.values.size(); ++row)
      table(h, row) = static_cast<float>(alibi_bias(method.direction, slopes[h], relative.values[row]));
  PositionPlan plan;
  plan.relative_bias = RelativeBias{std::move(table), std::move(relative.rows)};
  return plan;
}

RotationTable rotation_table(std::span<const double> positions, const std::vector<double>& inv_freq) {
  RotationTable table{Tensor<float, 2>({positions.size(), inv_freq.size()}, RowPadding::to_64_bytes),
                      Tensor<float, 2>({positions.size(), inv_freq.size()}, RowPadding::to_64_bytes)};
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t r = 0; r < inv_freq.size(); ++r) {
      const double angle = positions[t] * inv_freq[r];
      table.cosine(t, r) = static_cast<float>(std::cos(angle));
      table.sine(t, r) = static_cast<float>(std::sin(angle));
    }
  return table;
}

PositionPlan lower_method(const Rotary& method, const PositionContext& context) {
  const int width = rotary_width(method, context.shape);
  const std::vector<double> inv_freq =
      method.inv_freq.empty() ? rope_frequencies(width, method.rope_theta) : method.inv_freq;
  PositionPlan plan;
  plan.rotation = Rotation{method.pairing, width, rotation_table(context.query_positions, inv_freq),
                           rotation_table(context.key_positions, inv_freq)};
  return plan;
}

}  // namespace

PositionPlan lower(const PositionMethod& method, const PositionContext& context) {
  return std::visit([&](const auto& kind) { return lower_method(kind, context); }, method);
}

}  // namespace posenc
