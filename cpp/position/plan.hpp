// Lowered: plain tables for the places where positions enter attention. Engines (SIMD, WGSL) read only this.
//
//   q_i   <- query_scale_i q_i, then rotated                       input_encoding was added to x before
//   score <- cap(scale ((q_i + content_bias) · k_j + (q_i + v) · relative_keys[row] + k_j · relative_queries[row])
//            + gated term) + relative_bias[row]
//   out_i <- Σ weight_ij (v_j + relative_values[row])
//
// row(i, j) is one index for all relative tables. Every slot is optional; nothing here knows a method's name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

// Query/key transform: pair r of token t turns by an angle of which cosine and sine are tabled (times an amplitude,
// where the method has one).
struct RotationTable {
  Tensor<float, 2> cosine;  // [tokens, rotary_dim / 2]
  Tensor<float, 2> sine;    // [tokens, rotary_dim / 2]
};
struct Rotation {
  RotaryPairing pairing;
  int rotary_dim;  // the first rotary_dim channels of a head turn; the rest are copied
  std::shared_ptr<const RotationTable> query;
  std::shared_ptr<const RotationTable> key;  // null where the keys come rotated, from a cache
};

// Row of a relative table for (query i, key j): key_rows[j] - query_rows[i], never negative.
struct DifferenceRows {
  std::vector<std::int32_t> query_rows;  // [queries]
  std::vector<std::int32_t> key_rows;    // [keys]
  bool contiguous;                       // key_rows[j] = key_rows[0] + j: a row of scores reads a row of the table
};
// For positions that lie on no common grid, and for terms that depend on more than the difference: the row of each
// pair.
struct PairRows {
  Tensor<std::int32_t, 2> rows;  // [queries, keys]
};
using RelativeRows = std::variant<DifferenceRows, PairRows>;

// Vectors for relative positions, many of which may share one: table row row_of[row(i, j)], none where that is -1.
struct RelativeVectors {
  Tensor<float, 3> table;            // [heads or 1, table rows, width], rows padded
  std::vector<std::int32_t> row_of;  // [rows]

  std::size_t head(std::size_t index) const { return table.extent(0) == 1 ? 0 : index; }
};

// score += [factor] (q_i · table[position]) with the position counted by gates sigmoid(scale q_i·k_l) over the visible
// keys l >= j, at most rows - 1, linear between rows.
struct GatedPositions {
  Tensor<float, 2> table;  // [rows, head_dim], rows padded
  CopeScale scaled;
};

struct PositionPlan {
  std::optional<Tensor<float, 2>> input_encoding;  // [tokens, model_dim]
  std::optional<std::vector<float>> query_scale;   // [queries]
  std::optional<Rotation> rotation;
  std::optional<Tensor<float, 2>> content_bias;   // [heads, head_dim]
  std::optional<RelativeRows> relative_rows;      // present where any relative table is
  std::optional<Tensor<float, 2>> relative_bias;  // [heads, rows]
  std::optional<RelativeVectors> relative_keys;
  std::optional<Tensor<float, 2>> relative_key_bias;  // v [heads, head_dim]
  std::optional<RelativeVectors> relative_queries;
  std::optional<RelativeVectors> relative_values;
  std::optional<GatedPositions> gated;
};

}  // namespace posenc
