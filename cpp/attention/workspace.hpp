// The scratch memory of attention_tiled, allocated once by whoever calls it: the kernel itself allocates nothing.
//
// Grows linearly with tokens: one kv head's packed keys and values, a block of query panels, and what the plan's slots
// need; slots that are not there are empty.
#pragma once

#include "attention/online_softmax.hpp"
#include "attention/relative_runs.hpp"
#include "base/tensor.hpp"
#include "position/context.hpp"
#include "position/plan.hpp"

namespace posenc {

inline constexpr std::size_t kTileKeys = 64;
// Panels that share a tile while it is in the first cache: 64 keys and values of width 64 are 32 KiB.
inline constexpr std::size_t kBlockPanels = 8;

struct Workspace {
  Workspace(const AttentionShape& shape, const PositionPlan& plan);

  std::size_t bytes() const;

  Tensor<float, 3> key_tiles;         // [tiles, head_dim, kTileKeys]: keys of a tile side by side, rotated
  Tensor<float, 2> values;            // [tiles * kTileKeys, value_dim], rows padded
  Tensor<float, 2> rows;              // [kLanes, head_dim], rows padded: keys on their way into a tile, or one query
  Tensor<float, 3> query_panels;      // [panels, head_dim, 4], rotated and scaled, plus the content bias
  Tensor<float, 3> output_panels;     // [panels, 4, value_dim], rows padded
  Tensor<float, 2> score_tile;        // [4, kTileKeys]
  Tensor<float, 2> term_tile;         // [4, kTileKeys]: what joins the products, where it stands in no table as it is
  std::vector<PanelSoftmax> softmax;  // [panels]

  std::vector<float> key_norms;    // [tiles], the largest of each
  std::vector<float> bias_maxima;  // [rows of the bias / kTileKeys], of the head
  std::size_t largest_bias = 0;    // row where the head's bias is largest
  float bias_range = 0;            // its largest less its least

  Tensor<float, 3> position_query_panels;  // [panels, head_dim, 4], scaled, plus the relative key bias
  Tensor<float, 3> relative_key_tiles;     // [tiles of rows of relative_keys, head_dim, kTileKeys]
  Tensor<float, 3> relative_scores;        // [panels, 4, rows of relative_keys], rows padded to tiles
  RelativeRuns relative_key_runs, relative_value_runs;
  Tensor<float, 2> relative_query_scores;  // [rows of relative_queries, tiles * kTileKeys]
  Tensor<float, 3> relative_weights;       // [panels, 4, rows of relative_values], rows padded
  Tensor<float, 2> gate_columns;           // [head_dim, rows of the gated table], rows padded
  Tensor<float, 2> gate_scores;            // [4, rows of the gated table], rows padded
  Tensor<float, 2> score_rows;             // [4, tiles * kTileKeys]
};

}  // namespace posenc
