// The scratch memory of attention_tiled, allocated once by whoever calls it: the kernel itself allocates nothing.
//
// Grows linearly with tokens: one kv head's packed keys and values, and panels of four queries.
#pragma once

#include "base/tensor.hpp"
#include "position/context.hpp"

namespace posenc {

inline constexpr std::size_t kTileKeys = 64;

struct Workspace {
  explicit Workspace(const AttentionShape& shape);

  static std::size_t bytes_for(const AttentionShape& shape);

  Tensor<float, 3> key_tiles;     // [tiles, head_dim, kTileKeys]: keys of a tile side by side, rotated
  Tensor<float, 2> values;        // [tiles * kTileKeys, value_dim], rows padded
  Tensor<float, 2> query_panel;   // [4, head_dim], rotated and scaled
  Tensor<float, 2> score_tile;    // [4, kTileKeys]
  Tensor<float, 2> bias_tile;     // [4, kTileKeys]
  Tensor<float, 2> output_panel;  // [4, value_dim], rows padded
  Tensor<float, 2> key_row;       // [1, head_dim]
};

}  // namespace posenc
