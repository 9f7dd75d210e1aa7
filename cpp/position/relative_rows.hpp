// Which relative positions occur, and where each (query, key) pair finds its own in a table over them.
#pragma once

#include <span>
#include <vector>

#include "position/plan.hpp"

namespace posenc {

struct RelativePositions {
  std::vector<double> relative;         // [rows] relative_position = key_position - query_position
  std::vector<double> query_positions;  // [rows], only of pair_positions
  RelativeRows rows;
};

// Whole-numbered positions: one row for each integer from the smallest to the largest difference, so memory grows with
// the span of the positions, up to 16 rows a token. Fractional or wide-spread positions: one row per distinct
// difference, and memory grows with queries * keys; throws too_large over 2^26 pairs.
RelativePositions relative_positions(std::span<const double> query_positions, std::span<const double> key_positions);

// One row per pair, for terms that depend on more than the difference. The same limit.
RelativePositions pair_positions(std::span<const double> query_positions, std::span<const double> key_positions);

}  // namespace posenc
