#include "attention/workspace.hpp"

namespace posenc {

Workspace::Workspace(const AttentionShape& shape, const PositionPlan& plan) {
  const auto keys = static_cast<std::size_t>(shape.keys), head_dim = static_cast<std::size_t>(shape.head_dim),
             value_dim = static_cast<std::size_t>(shape.value_dim);
  const auto whole_tiles = [](std::size_t count) { return (count + kTileKeys - 1) / kTileKeys; };
  const auto padded = [](auto... extents) {
    return Tensor<float, sizeof...(extents)>({extents...}, RowPadding::to_64_bytes);
  };
  const std::size_t tiles = whole_tiles(keys);
  // The gates need whole rows of scores, which are kept for one panel at a time.
  const std::size_t panels = plan.gated ? 1 : kBlockPanels;
  key_tiles = Tensor<float, 3>({tiles, head_dim, kTileKeys});
  values = padded(tiles * kTileKeys, value_dim);
  rows = padded(kLanes, head_dim);
  query_panels = Tensor<float, 3>({panels, head_dim, kPanelRows});
  output_panels = padded(panels, kPanelRows, value_dim);
  score_tile = padded(kPanelRows, kTileKeys);
  term_tile = padded(kPanelRows, kTileKeys);
  softmax.resize(panels);
  if (plan.relative_bias) {
    key_norms.resize(tiles);
    bias_maxima.resize(whole_tiles(plan.relative_bias->extent(1)));
  }
  if (plan.relative_keys) {
    relative_key_runs = RelativeRuns(plan.relative_keys->row_of);
    const std::size_t relative_tiles = whole_tiles(plan.relative_keys->table.extent(1));
    position_query_panels = Tensor<float, 3>({panels, head_dim, kPanelRows});
    relative_key_tiles = Tensor<float, 3>({relative_tiles, head_dim, kTileKeys});
    relative_scores = Tensor<float, 3>({panels, kPanelRows, relative_tiles * kTileKeys});
  }
  if (plan.relative_queries) relative_query_scores = padded(plan.relative_queries->table.extent(1), tiles * kTileKeys);
  if (plan.relative_values) {
    relative_value_runs = RelativeRuns(plan.relative_values->row_of);
    relative_weights = padded(panels, kPanelRows, plan.relative_values->table.extent(1));
  }
  if (plan.gated) {
    gate_columns = padded(head_dim, plan.gated->table.extent(0));
    gate_scores = padded(kPanelRows, plan.gated->table.extent(0));
    score_rows = padded(kPanelRows, tiles * kTileKeys);
  }
}

std::size_t Workspace::bytes() const {
  std::size_t sum = softmax.size() * sizeof(PanelSoftmax) + relative_key_runs.bytes() + relative_value_runs.bytes();
  for (const auto* tensor : {&key_tiles, &query_panels, &output_panels, &position_query_panels, &relative_key_tiles,
                             &relative_scores, &relative_weights})
    sum += tensor->bytes();
  for (const auto* tensor :
       {&values, &rows, &score_tile, &term_tile, &relative_query_scores, &gate_columns, &gate_scores, &score_rows})
    sum += tensor->bytes();
  return sum;
}

}  // namespace posenc
