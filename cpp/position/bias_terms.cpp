#include "position/bias_terms.hpp"

#include <algorithm>
#include <cmath>

#include "position/alibi_slopes.hpp"
#include "position/t5_buckets.hpp"

namespace posenc {

namespace {

template <class Method>
std::optional<BiasTerm> term_of(const Method&, const PositionContext&) {
  return std::nullopt;
}

std::optional<BiasTerm> term_of(const T5Bias& method, const PositionContext&) {
  return BiasTerm{[&method](int head, double, double relative_position) {
    return static_cast<double>(
        method.table(static_cast<std::size_t>(t5_bucket(method, relative_position)), static_cast<std::size_t>(head)));
  }};
}

std::optional<BiasTerm> term_of(const Alibi& method, const PositionContext& context) {
  std::vector<double> slopes = alibi_slopes(method, context.shape.heads);
  const bool symmetric = method.direction == AlibiDirection::symmetric;
  const double factor = method.applied == BiasPlace::before_scale ? context.scale : 1;
  return BiasTerm{[slopes = std::move(slopes), symmetric, factor](int head, double, double relative_position) {
    // The paper's -slope (i - j), i the query: i - j = -relative_position.
    const double slope = factor * slopes[static_cast<std::size_t>(head)];
    return symmetric ? -slope * std::abs(relative_position) : slope * relative_position;
  }};
}

std::optional<BiasTerm> term_of(const Kerple& method, const PositionContext&) {
  return BiasTerm{[&method](int head, double, double relative_position) {
    const double p = method.p[static_cast<std::size_t>(head)], a = method.a[static_cast<std::size_t>(head)];
    const double distance = std::max(-relative_position, 0.0);
    return method.form == KerpleForm::logarithmic ? -p * std::log1p(a * distance) : -a * std::pow(distance, p);
  }};
}

std::optional<BiasTerm> term_of(const Sandwich& method, const PositionContext& context) {
  const int heads = context.shape.heads;
  return BiasTerm{[&method, heads](int head, double, double relative_position) {
    const double distance = std::max(-relative_position, 0.0);
    double sum = -method.dimension / 2;
    for (int i = 1; i <= method.dimension / 2; ++i)
      sum += std::cos(distance * std::pow(10000.0, -2.0 * i / method.dimension));
    return sum * heads / (8.0 * (head + 1));
  }};
}

std::optional<BiasTerm> term_of(const Fire& method, const PositionContext&) {
  const auto bias = [&method](int head, double query_position, double relative_position) {
    const auto psi = [&method](double x) { return std::log(std::abs(method.c * x) + 1); };
    const double share = psi(-relative_position) / psi(std::max(query_position, method.threshold));
    double sum = method.output_bias[static_cast<std::size_t>(head)];
    for (std::size_t unit = 0; unit < method.hidden_weight.size(); ++unit)
      sum += static_cast<double>(method.output_weight(static_cast<std::size_t>(head), unit)) *
             std::max(0.0, method.hidden_weight[unit] * share + method.hidden_bias[unit]);
    return sum;
  };
  return BiasTerm{bias, true};
}

}  // namespace

std::optional<BiasTerm> bias_term(const PositionMethod& method, const PositionContext& context) {
  return std::visit([&](const auto& kind) { return term_of(kind, context); }, method);
}

void write_biases(std::span<const BiasTerm> terms, const RelativePositions& relative, Tensor<float, 2>& table) {
  for (std::size_t h = 0; h < table.extent(0); ++h)
    for (std::size_t row = 0; row < relative.relative.size(); ++row) {
      const double query_position = relative.query_positions.empty() ? 0 : relative.query_positions[row];
      double sum = 0;
      for (const BiasTerm& term : terms) sum += term.bias(static_cast<int>(h), query_position, relative.relative[row]);
      table(h, row) = static_cast<float>(sum);
    }
}

}  // namespace posenc
