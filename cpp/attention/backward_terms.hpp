// Gradients of the plan's slots with a vector or a number per relative position, and of the gates.
#pragma once

#include "attention/backward_block.hpp"

namespace posenc {

// Once per panel: d_o·value vector for every row of the table.
void multiply_value_vectors(const BackwardHead& backward, const Panel& panel) noexcept;

// d_weights [columns] of panel row r += d_o·value vectors; their gradient += weights d_o.
void add_value_vectors(const BackwardHead& backward, const Panel& panel, std::size_t r, const Span& span,
                       const float* weights, float* d_weights) noexcept;

// From d_scores [columns] of panel row r, before the derivative of the cap.
void collect_bias(const BackwardHead& backward, const Panel& panel, std::size_t r, const Span& span,
                  const float* d_scores) noexcept;

// From d_scores behind it: to tables, queries and keys.
void collect_vectors(const BackwardHead& backward, const Panel& panel, std::size_t r, const Span& span,
                     const float* d_scores) noexcept;

// d_score_rows of the one panel of the block, for scores with their gated terms, become those of the products.
void go_back_through_gates(const BackwardHead& backward, const Panel& panel) noexcept;

}  // namespace posenc
