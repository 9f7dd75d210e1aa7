// Four queries of one head on their way through the tiles: what the parts of attention_tiled pass to each other.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

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
};

// Past the last query, it is repeated and its copies are dropped.
struct Panel {
  std::size_t slot;   // in the block: where its parts of the workspace stand
  std::size_t first;  // query
  std::size_t count;
  std::size_t begin_key = 0, end_key = 0;  // keys that any of its queries sees lie in between
  // Relative row of each query with key 0, that with key j being j further. None where rows do not follow each other.
  std::optional<std::array<std::size_t, kPanelRows>> first_rows{};
  // Largest |q| of the panel where tiles may turn out to weigh nothing (tile_order.hpp); none where no tile can.
  std::optional<float> query_norm{};

  std::size_t query(std::size_t row) const { return first + std::min(row, count - 1); }
  bool sees(std::size_t tile) const { return tile * kTileKeys < end_key && (tile + 1) * kTileKeys > begin_key; }
};

// The panel of queries first … first + 3, with the keys that they see.
Panel panel_at(const Head& head, std::size_t slot, std::size_t first) noexcept;

// Keys first … first + length of a tile, as far as a panel needs them; columns are whole registers.
struct Span {
  std::size_t first, length, columns;
};
inline Span span_of(const Panel& panel, std::size_t tile) {
  const std::size_t first = tile * kTileKeys, length = std::min(kTileKeys, panel.end_key - first);
  return {first, length, (length + kPanelColumns - 1) / kPanelColumns * kPanelColumns};
}

// result[r][c] = Σ_k rows[k][r] columns[k][c], r < 4, over whole panels of columns.
inline void multiply_panel(PackedRows rows, std::size_t depth, TensorView<const float, 2> columns,
                           TensorView<float, 2> result) noexcept {
  for (std::size_t column = 0; column < columns.stride(0); column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(rows, columns.data() + column, columns.stride(0), depth);
    sums.store(result.data() + column, result.stride(0));
  }
}

// Row of the relative tables for query i and key j.
inline std::size_t relative_row(const RelativeRows& rows, std::size_t i, std::size_t j) noexcept {
  if (const auto* difference = std::get_if<DifferenceRows>(&rows))
    return static_cast<std::size_t>(difference->key_rows[j] - difference->query_rows[i]);
  return static_cast<std::size_t>(std::get<PairRows>(rows).rows(i, j));
}

}  // namespace posenc
