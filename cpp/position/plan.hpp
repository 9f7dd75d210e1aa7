// Lowered: plain tables for the places where positions enter attention. Engines (SIMD, WGSL) read only this.
//
// Every slot is optional. Nothing here knows a method's name; a new method fills the slots it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

// Query/key transform: pair r of token t turns by an angle of which cosine and sine are tabled.
struct RotationTable {
  Tensor<float, 2> cosine;  // [tokens, rotary_dim / 2]
  Tensor<float, 2> sine;    // [tokens, rotary_dim / 2]
};
struct Rotation {
  RotaryPairing pairing;
  int rotary_dim;  // the first rotary_dim channels of a head turn; the rest are copied
  RotationTable query;
  RotationTable key;
};

// Row of a relative table for (query i, key j): key_rows[j] - query_rows[i], never negative.
struct DifferenceRows {
  std::vector<std::int32_t> query_rows;  // [queries]
  std::vector<std::int32_t> key_rows;    // [keys]
  bool contiguous;                       // key_rows[j] = key_rows[0] + j: a row of scores reads a row of the table
};
// For positions that lie on no common grid: the row of each pair, [queries, keys].
struct PairRows {
  Tensor<std::int32_t, 2> rows;
};
using RelativeRows = std::variant<DifferenceRows, PairRows>;

// Score bias, fixed: score(h, i, j) += table[h, row(i, j)].
struct RelativeBias {
  Tensor<float, 2> table;  // [heads, rows]
  RelativeRows rows;
};

struct PositionPlan {
  std::optional<Tensor<float, 2>> input_encoding;  // [tokens, model_dim], added to X before the projections
  std::optional<Rotation> rotation;
  std::optional<RelativeBias> relative_bias;
};

}  // namespace posenc
