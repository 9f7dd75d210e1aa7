// Score biases that are plain functions of position: T5, ALiBi, KERPLE, Sandwich, FIRE. They add up.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "base/tensor_view.hpp"
#include "position/method.hpp"
#include "position/relative_rows.hpp"

namespace posenc {

// Relative positions = key - query, all of one query where the term needs its position.
struct BiasRun {
  double query_position;
  std::span<const double> relative;
};

struct BiasTerm {
  // Adds the biases of a run to sums, [heads, relative positions]: what heads or relative positions share is computed
  // once.
  std::function<void(const BiasRun& run, TensorView<double, 2> sums)> add;
  bool needs_query_position = false;  // else it depends on the difference only
};

// None for methods that are not a bias. `method` must outlive the term.
std::optional<BiasTerm> bias_term(const PositionMethod& method, const PositionContext& context);

// table(h, row) = their sum, in double, rounded once. [heads, rows]
void write_biases(std::span<const BiasTerm> terms, const RelativePositions& relative, Tensor<float, 2>& table);

}  // namespace posenc
