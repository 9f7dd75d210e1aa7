// Score biases that are plain functions of position: T5, ALiBi, KERPLE, Sandwich, FIRE. They add up.
#pragma once

#include <functional>
#include <optional>

#include "position/method.hpp"
#include "position/relative_rows.hpp"

namespace posenc {

struct BiasTerm {
  // relative_position = key - query
  std::function<double(int head, double query_position, double relative_position)> bias;
  bool needs_query_position = false;  // else it depends on the difference only
};

// None for methods that are not a bias. `method` must outlive the term.
std::optional<BiasTerm> bias_term(const PositionMethod& method, const PositionContext& context);

// table(h, row) = their sum, in double, rounded once. [heads, rows]
void write_biases(std::span<const BiasTerm> terms, const RelativePositions& relative, Tensor<float, 2>& table);

}  // namespace posenc
