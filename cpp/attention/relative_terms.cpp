#include "attention/relative_terms.hpp"

namespace posenc {

namespace {

// One head's rows side by side: [width, rows].
void pack_columns(const RelativeVectors& vectors, std::size_t head, Tensor<float, 2>& columns) noexcept {
  const std::size_t slice = vectors.head(head);
  for (std::size_t row = 0; row < vectors.table.extent(1); ++row)
    for (std::size_t c = 0; c < vectors.table.extent(2); ++c) columns(c, row) = vectors.table(slice, row, c);
}

// relative_query_scores[row][key] = scale k·q_row, four table rows at a time against the tiles of keys.
void multiply_relative_queries(const Head& head) noexcept {
  const RelativeVectors& vectors = *head.plan.relative_queries;
  Workspace& workspace = head.workspace;
  const std::size_t rows = vectors.table.extent(1), slice = vectors.head(head.index);
  const TensorView<const float, 2> table(vectors.table.row(slice, 0), {rows, head.head_dim()},
                                         vectors.table.row_stride());
  const auto scale = static_cast<float>(head.problem.scale);
  for (std::size_t first = 0; first < rows; first += kPanelRows) {
    const PanelRowPointers pointers = panel_rows(table, first);
    for (std::size_t tile = 0; tile < workspace.key_tiles.extent(0); ++tile)
      for (std::size_t column = 0; column < kTileKeys; column += kPanelColumns) {
        PanelSums sums;
        sums.multiply_add(pointers, workspace.key_tiles.row(tile, 0) + column, kTileKeys, head.head_dim());
        for (std::size_t r = 0; r < std::min(kPanelRows, rows - first); ++r)
          for (std::size_t half = 0; half < 2; ++half)
            (sums.sum[r][half] * FloatBatch(scale))
                .store_aligned(workspace.relative_query_scores.row(first + r) + tile * kTileKeys + column +
                               half * kLanes);
      }
  }
}

}  // namespace

void prepare_relative_tables(const Head& head) noexcept {
  if (head.plan.relative_keys) pack_columns(*head.plan.relative_keys, head.index, head.workspace.relative_key_columns);
  if (head.plan.relative_queries) multiply_relative_queries(head);
}

void multiply_relative_keys(const Head& head) noexcept {
  if (!head.plan.relative_keys) return;
  Workspace& workspace = head.workspace;
  multiply_panel(workspace.position_query_panel.view(), workspace.relative_key_columns.view(),
                 workspace.relative_scores.view());
}

void add_relative_scores(const Head& head, const Panel& panel, std::size_t row, std::size_t tile,
                         float* scores) noexcept {
  const auto& keys = head.plan.relative_keys;
  const auto& queries = head.plan.relative_queries;
  if (!keys && !queries) return;
  const std::size_t first = tile * kTileKeys, length = head.tile_length(tile), i = panel.query(row);
  for (std::size_t j = 0; j < length; ++j) {
    const std::size_t relative = relative_row(*head.plan.relative_rows, i, first + j);
    if (keys && keys->row_of[relative] >= 0) scores[j] += head.workspace.relative_scores(row, keys->row_of[relative]);
    if (queries && queries->row_of[relative] >= 0)
      scores[j] += head.workspace.relative_query_scores(queries->row_of[relative], first + j);
  }
}

void gather_relative_weights(const Head& head, const Panel& panel, std::size_t row, std::size_t tile,
                             const float* weights, float correction) noexcept {
  const RelativeVectors& values = *head.plan.relative_values;
  Tensor<float, 2>& gathered = head.workspace.relative_weights;
  scale_row(gathered.row(row), gathered.row_stride(), correction);
  const std::size_t first = tile * kTileKeys, length = head.tile_length(tile), i = panel.query(row);
  for (std::size_t j = 0; j < length; ++j) {
    const std::int32_t table_row = values.row_of[relative_row(*head.plan.relative_rows, i, first + j)];
    if (table_row >= 0) gathered(row, table_row) += weights[j];
  }
}

void add_relative_values(const Head& head) noexcept {
  const Tensor<float, 3>& table = head.plan.relative_values->table;
  Workspace& workspace = head.workspace;
  const PanelRowPointers rows = panel_rows(std::as_const(workspace.relative_weights).view(), 0);
  for (std::size_t column = 0; column < table.row_stride(); column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(rows, table.row(0, 0) + column, table.row_stride(), table.extent(1));
    for (std::size_t r = 0; r < kPanelRows; ++r)
      for (std::size_t half = 0; half < 2; ++half) {
        float* output = workspace.output_panel.row(r) + column + half * kLanes;
        (FloatBatch::load_aligned(output) + sums.sum[r][half]).store_aligned(output);
      }
  }
}

}  // namespace posenc
