#include "attention/workspace.hpp"

#include "simd/matmul.hpp"

namespace posenc {

Workspace::Workspace(const AttentionShape& shape, const PositionPlan& plan) {
  const auto keys = static_cast<std::size_t>(shape.keys), head_dim = static_cast<std::size_t>(shape.head_dim),
             value_dim = static_cast<std::size_t>(shape.value_dim);
  const std::size_t tiles = (keys + kTileKeys - 1) / kTileKeys;
  const auto padded = [](std::size_t rows, std::size_t columns) {
    return Tensor<float, 2>({rows, columns}, RowPadding::to_64_bytes);
  };
  key_tiles = Tensor<float, 3>({tiles, head_dim, kTileKeys});
  values = padded(tiles * kTileKeys, value_dim);
  query_panel = padded(kPanelRows, head_dim);
  score_tile = padded(kPanelRows, kTileKeys);
  bias_tile = padded(kPanelRows, kTileKeys);
  output_panel = padded(kPanelRows, value_dim);
  key_row = padded(1, head_dim);
  if (plan.relative_keys) {
    const std::size_t rows = plan.relative_keys->table.extent(1);
    position_query_panel = padded(kPanelRows, head_dim);
    relative_key_columns = padded(head_dim, rows);
    relative_scores = padded(kPanelRows, rows);
  }
  if (plan.relative_queries) relative_query_scores = padded(plan.relative_queries->table.extent(1), tiles * kTileKeys);
  if (plan.relative_values) relative_weights = padded(kPanelRows, plan.relative_values->table.extent(1));
  if (plan.gated) {
    gate_columns = padded(head_dim, plan.gated->table.extent(0));
    gate_scores = padded(kPanelRows, plan.gated->table.extent(0));
    score_rows = padded(kPanelRows, tiles * kTileKeys);
  }
}

std::size_t Workspace::bytes() const {
  std::size_t sum = key_tiles.bytes();
  for (const auto* tensor : {&values, &query_panel, &score_tile, &bias_tile, &output_panel, &key_row,
                             &position_query_panel, &relative_key_columns, &relative_scores, &relative_query_scores,
                             &relative_weights, &gate_columns, &gate_scores, &score_rows})
    sum += tensor->bytes();
  return sum;
}

}  // namespace posenc
