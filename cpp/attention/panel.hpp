// Four queries of one head on their way through the tiles: what the parts of attention_tiled pass to each other.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "attention/online_softmax.hpp"
#include "attention/tiled.hpp"
#include "simd/matmul.hpp"

namespace posenc {

inline constexpr float kHidden = -std::numeric_limits<float>::infinity();

// Everything that stays the same for one head.
struct Head {
  const AttentionProblem& problem;
  const PositionPlan& plan;
  const Visibility& visibility;
  Workspace& workspace;
  const AttentionOutputs& outputs;
  std::size_t index;

  std::size_t keys() const { return static_cast<std::size_t>(problem.shape.keys); }
  std::size_t queries() const { return static_cast<std::size_t>(problem.shape.queries); }
  std::size_t head_dim() const { return static_cast<std::size_t>(problem.shape.head_dim); }
  std::size_t value_dim() const { return static_cast<std::size_t>(problem.shape.value_dim); }
  std::size_t tile_length(std::size_t tile) const { return std::min(kTileKeys, keys() - tile * kTileKeys); }
};

// Past the last query, it is repeated and its copies are dropped.
struct Panel {
  std::size_t first;
  std::size_t count;
  std::size_t begin_tile = 0, end_tile = 0;  // tiles that any of its queries sees
  std::array<RowState, kPanelRows> rows;

  std::size_t query(std::size_t row) const { return first + std::min(row, count - 1); }
};

// result[r][c] = Σ_k rows[r][k] columns[k][c] for the panel's four rows; columns and result have padded rows.
inline void multiply_panel(TensorView<const float, 2> rows, TensorView<const float, 2> columns,
                           TensorView<float, 2> result) noexcept {
  const PanelRowPointers pointers = panel_rows(rows, 0);
  for (std::size_t column = 0; column < columns.stride(0); column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(pointers, columns.data() + column, columns.stride(0), rows.extent(1));
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      sums.sum[r][0].store_aligned(result.data() + r * result.stride(0) + column);
      sums.sum[r][1].store_aligned(result.data() + r * result.stride(0) + column + kLanes);
    }
  }
}

// Row of the relative tables for query i and key j.
inline std::size_t relative_row(const RelativeRows& rows, std::size_t i, std::size_t j) noexcept {
  if (const auto* difference = std::get_if<DifferenceRows>(&rows))
    return static_cast<std::size_t>(difference->key_rows[j] - difference->query_rows[i]);
  return static_cast<std::size_t>(std::get<PairRows>(rows).rows(i, j));
}

}  // namespace posenc
