// Rows of a learned table for positions, and what to do outside it (BERT, GPT-2, OPT; Su 2020).
//
//   encoding_t = table[position_t + offset] + segment_table[segment_t]
//
// Positions must be whole numbers. A row outside the table is an error that names row and size, never a clamp:
//   interpolate   only where the last position needs a row past the end: position p reads row p (rows - 1) / last, the
//                 first and last rows being kept, linearly between rows
//   hierarchical  positions up to rows^2 - 1; positions below `rows` read their own row exactly
#pragma once

#include <span>
#include <vector>

#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

// Throws an Error that names the field and the token.
void validate_rows(const Learned& method, std::span<const double> positions);

// The encoding of a token is a sum of rows, each times its share.
struct RowShare {
  std::size_t row;
  double share;
};
// [positions]
std::vector<std::vector<RowShare>> learned_rows(const Learned& method, std::span<const double> positions);

// [positions, model_dim]
Tensor<double, 2> learned_encoding(const Learned& method, std::span<const double> positions);

}  // namespace posenc
