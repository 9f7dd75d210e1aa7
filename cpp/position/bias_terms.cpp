#include "position/bias_terms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/tensor.hpp"
#include "position/alibi_slopes.hpp"
#include "position/t5_buckets.hpp"

namespace posenc {

namespace {

template <class Method>
std::optional<BiasTerm> term_of(const Method&, const PositionContext&) {
  return std::nullopt;
}

// A term whose bias is a function of head and relative position alone.
template <class Bias>
BiasTerm by_difference(Bias bias) {
  return {[bias = std::move(bias)](const BiasRun& run, TensorView<double, 2> sums) {
    for (std::size_t h = 0; h < sums.extent(0); ++h)
      for (std::size_t row = 0; row < run.relative.size(); ++row) sums(h, row) += bias(h, run.relative[row]);
  }};
}

std::optional<BiasTerm> term_of(const T5Bias& method, const PositionContext&) {
  return by_difference([&method](std::size_t head, double relative_position) {
    return static_cast<double>(method.table(static_cast<std::size_t>(t5_bucket(method, relative_position)), head));
  });
}

std::optional<BiasTerm> term_of(const Alibi& method, const PositionContext& context) {
  std::vector<double> slopes = alibi_slopes(method, context.shape.heads);
  const bool symmetric = method.direction == AlibiDirection::symmetric;
  const double factor = method.applied == BiasPlace::before_scale ? context.scale : 1;
  return by_difference([slopes = std::move(slopes), symmetric, factor](std::size_t head, double relative_position) {
    // The paper's -slope (i - j), i the query: i - j = -relative_position.
    const double slope = factor * slopes[head];
    return symmetric ? -slope * std::abs(relative_position) : slope * relative_position;
  });
}

std::optional<BiasTerm> term_of(const Kerple& method, const PositionContext&) {
  return by_difference([&method](std::size_t head, double relative_position) {
    const double p = method.p[head], a = method.a[head];
    const double distance = std::max(-relative_position, 0.0);
    return method.form == KerpleForm::logarithmic ? -p * std::log1p(a * distance) : -a * std::pow(distance, p);
  });
}

std::optional<BiasTerm> term_of(const Sandwich& method, const PositionContext& context) {
  const int heads = context.shape.heads;
  return by_difference([&method, heads](std::size_t head, double relative_position) {
    const double distance = std::max(-relative_position, 0.0);
    double sum = -method.dimension / 2;
    for (int i = 1; i <= method.dimension / 2; ++i)
      sum += std::cos(distance * std::pow(10000.0, -2.0 * i / method.dimension));
    return sum * heads / (8.0 * (static_cast<double>(head) + 1));
  });
}

// One relative position after the other in the innermost loops, which compilers make SIMD.
void add_fire(const Fire& method, const BiasRun& run, TensorView<double, 2> sums) {
  const std::size_t count = run.relative.size();
  const auto psi = [&method](double x) { return std::log(std::abs(method.c * x) + 1); };
  const double whole = psi(std::max(run.query_position, method.threshold));
  std::vector<double> share(count), hidden(count);
  for (std::size_t row = 0; row < count; ++row) share[row] = psi(-run.relative[row]) / whole;

  Tensor<double, 2> biases({sums.extent(0), count});
  for (std::size_t h = 0; h < sums.extent(0); ++h) std::fill_n(biases.row(h), count, method.output_bias[h]);
  for (std::size_t unit = 0; unit < method.hidden_weight.size(); ++unit) {
    const double weight = method.hidden_weight[unit], bias = method.hidden_bias[unit];
    for (std::size_t row = 0; row < count; ++row) hidden[row] = std::max(0.0, weight * share[row] + bias);
    for (std::size_t h = 0; h < sums.extent(0); ++h) {
      const double output = method.output_weight(h, unit);
      double* const head = biases.row(h);
      for (std::size_t row = 0; row < count; ++row) head[row] += output * hidden[row];
    }
  }
  for (std::size_t h = 0; h < sums.extent(0); ++h)
    for (std::size_t row = 0; row < count; ++row) sums(h, row) += biases(h, row);
}

std::optional<BiasTerm> term_of(const Fire& method, const PositionContext&) {
  return BiasTerm{
      [&method](const BiasRun& run, TensorView<double, 2> sums) { add_fire(method, run, sums); },
      true,
  };
}

// Rows of a table that are summed together: with all heads they stay in the cache.
constexpr std::size_t kMostRows = 256;

// From `from` on, of one query.
BiasRun run_from(const RelativePositions& relative, std::size_t from) {
  const std::size_t most = std::min(kMostRows, relative.relative.size() - from);
  const std::span<const double> rows = std::span(relative.relative).subspan(from, most);
  if (relative.query_positions.empty()) return {0, rows};
  const std::span<const double> queries = std::span(relative.query_positions).subspan(from, most);
  const auto other = std::ranges::find_if(queries, [&](double position) { return position != queries[0]; });
  return {queries[0], rows.first(static_cast<std::size_t>(other - queries.begin()))};
}

}  // namespace

std::optional<BiasTerm> bias_term(const PositionMethod& method, const PositionContext& context) {
  return std::visit([&](const auto& kind) { return term_of(kind, context); }, method);
}

void write_biases(std::span<const BiasTerm> terms, const RelativePositions& relative, Tensor<float, 2>& table) {
  const std::size_t heads = table.extent(0);
  Tensor<double, 2> sums({heads, kMostRows});
  for (std::size_t from = 0; from < relative.relative.size();) {
    const BiasRun run = run_from(relative, from);
    std::ranges::fill(sums.numbers(), 0.0);
    for (const BiasTerm& term : terms) term.add(run, sums.view());
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t row = 0; row < run.relative.size(); ++row)
        table(h, from + row) = static_cast<float>(sums(h, row));
    from += run.relative.size();
  }
}

}  // namespace posenc
