// The scratch memory of attention_tiled, allocated once by whoever calls it: the kernel itself allocates nothing.
//
// Grows linearly with tokens: one kv head's packed keys and values, panels of four queries, and what the plan's slots
// need; slots that are not there are empty.
#pragma once

#include "base/tensor.hpp"
#include "position/context.hpp"
#include "position/plan.hpp"

namespace posenc {

inline constexpr std::size_t kTileKeys = 64;

struct Workspace {
  Workspace(const AttentionShape& shape, const PositionPlan& plan);

  std::size_t bytes() const;

  Tensor<float, 3> key_tiles;     // [tiles, head_dim, kTileKeys]: keys of a tile side by side, rotated
  Tensor<float, 2> values;        // [tiles * kTileKeys, value_dim], rows padded
  Tensor<float, 2> query_panel;   // [4, head_dim], rotated and scaled, plus the content bias
  Tensor<float, 2> score_tile;    // [4, kTileKeys]
  Tensor<float, 2> bias_tile;     // [4, kTileKeys]
  Tensor<float, 2> output_panel;  // [4, value_dim], rows padded
  Tensor<float, 2> key_row;       // [1, head_dim]

  Tensor<float, 2> position_query_panel;   // [4, head_dim], scaled, plus the relative key bias
  Tensor<float, 2> relative_key_columns;   // [head_dim, rows of relative_keys], rows padded
  Tensor<float, 2> relative_scores;        // [4, rows of relative_keys], rows padded
  Tensor<float, 2> relative_query_scores;  // [rows of relative_queries, tiles * kTileKeys]
  Tensor<float, 2> relative_weights;       // [4, rows of relative_values], rows padded
  Tensor<float, 2> gate_columns;           // [head_dim, rows of the gated table], rows padded
  Tensor<float, 2> gate_scores;            // [4, rows of the gated table], rows padded
  Tensor<float, 2> score_rows;             // [4, tiles * kTileKeys]
};

}  // namespace posenc
