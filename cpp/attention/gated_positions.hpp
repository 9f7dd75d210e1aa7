// The slot that needs a finished score row: positions counted by gates (CoPE, Golovneva et al. 2024).
//
//   gate_j = sigmoid(score_j) over visible keys, position_j = Σ_{l >= j} gate_l, at most rows - 1
//   score_j += (1 - w) z[floor(position_j)] + w z[ceil(position_j)], z = q·table, w the fraction
//
// Scores of the four queries are kept whole (4 * keys floats), then go through the tiles as usual.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// Once per head.
void prepare_gates(const Head& head) noexcept;

// score_rows hold the scaled products of the panel's queries with all keys; this adds the gated term to them.
void add_gated_positions(const Head& head, const Panel& panel) noexcept;

}  // namespace posenc
