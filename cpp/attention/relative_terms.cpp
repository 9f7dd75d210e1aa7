#include "attention/relative_terms.hpp"

#include "simd/row_ops.hpp"

namespace posenc {

namespace {

// One head's rows as columns of tiles.
void pack_tiles(const RelativeVectors& vectors, std::size_t head, Tensor<float, 3>& tiles) noexcept {
  const std::size_t slice = vectors.head(head);
  for (std::size_t row = 0; row < vectors.table.extent(1); ++row)
    for (std::size_t c = 0; c < vectors.table.extent(2); ++c)
      tiles(row / kTileKeys, c, row % kTileKeys) = vectors.table(slice, row, c);
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
    const PointedRows pointers = panel_rows(table, first);
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

// Calls constant(from, to, table row) and rising(from, to, first table row) for the runs of a span's keys that have a
// row.
template <class Constant, class Rising>
void for_runs(const RelativeVectors& vectors, const RelativeRuns& runs, const RelativeRows& rows, std::size_t i,
              const Span& span, Constant constant, Rising rising) noexcept {
  const std::vector<std::int32_t>& row_of = vectors.row_of;
  if (!has_contiguous_rows(rows)) {
    for (std::size_t j = 0; j < span.length; ++j) {
      const std::int32_t row = row_of[relative_row(rows, i, span.first + j)];
      if (row >= 0) constant(j, j + 1, static_cast<std::size_t>(row));
    }
    return;
  }
  const std::size_t start = relative_row(rows, i, span.first);
  for (std::size_t from = 0, to = 0; from < span.length; from = to) {
    const std::size_t relative = start + from;
    to = std::min(span.length, from + static_cast<std::size_t>(runs.length[relative]));
    if (row_of[relative] < 0) continue;
    if (to > from + 1 && row_of[relative + 1] != row_of[relative])
      rising(from, to, static_cast<std::size_t>(row_of[relative]));
    else
      constant(from, to, static_cast<std::size_t>(row_of[relative]));
  }
}

// The table row that all keys of the span share for query i, as Shaw's do beyond the clip; -1: there is none.
std::int32_t shared_row(const RelativeVectors& vectors, const RelativeRuns& runs, const RelativeRows& rows,
                        std::size_t i, const Span& span) noexcept {
  if (!has_contiguous_rows(rows)) return -1;
  const std::size_t start = relative_row(rows, i, span.first);
  if (static_cast<std::size_t>(runs.length[start]) < span.length) return -1;
  const std::int32_t row = vectors.row_of[start];
  return vectors.row_of[start + span.length - 1] == row ? row : -1;
}

// The columns of relative_scores that the panel's pairs need: [first, last].
std::pair<std::size_t, std::size_t> needed_rows(const Head& head, const Panel& panel) noexcept {
  const RelativeVectors& vectors = *head.plan.relative_keys;
  const std::size_t last = vectors.table.extent(1) - 1;
  const RelativeRows& rows = *head.plan.relative_rows;
  if (!has_contiguous_rows(rows) || !head.workspace.relative_key_runs.ascending) return {0, last};
  std::size_t from = std::numeric_limits<std::size_t>::max(), to = 0;
  for (std::size_t r = 0; r < panel.count; ++r) {
    from = std::min(from, relative_row(rows, panel.query(r), panel.begin_key));
    to = std::max(to, relative_row(rows, panel.query(r), panel.end_key - 1));
  }
  return {static_cast<std::size_t>(vectors.row_of[from]), static_cast<std::size_t>(vectors.row_of[to])};
}

// Columns first … last of the scores, in whole registers.
[[gnu::noinline]] void multiply_rows(const float* query_panel, const Tensor<float, 3>& tiles, std::size_t first,
                                     std::size_t last, float* scores, std::size_t stride) noexcept {
  for (std::size_t column = first / kPanelColumns * kPanelColumns; column <= last; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(PackedRows{query_panel}, tiles.row(column / kTileKeys, 0) + column % kTileKeys, kTileKeys,
                      tiles.extent(1));
    sums.store(scores + column, stride);
  }
}

}  // namespace

void prepare_relative_tables(const Head& head) noexcept {
  if (head.plan.relative_keys) pack_tiles(*head.plan.relative_keys, head.index, head.workspace.relative_key_tiles);
  if (head.plan.relative_queries) multiply_relative_queries(head);
}

void multiply_relative_keys(const Head& head, const Panel& panel) noexcept {
  if (!head.plan.relative_keys || panel.begin_key >= panel.end_key) return;
  Workspace& workspace = head.workspace;
  const auto [first, last] = needed_rows(head, panel);
  multiply_rows(workspace.position_query_panels.row(panel.slot, 0), workspace.relative_key_tiles, first, last,
                workspace.relative_scores.row(panel.slot, 0), workspace.relative_scores.row_stride());
}

void put_relative_scores(const Head& head, const Panel& panel, std::size_t row, const Span& span, Placing placing,
                         float* terms) noexcept {
  const std::size_t i = panel.query(row);
  const RelativeRows& rows = *head.plan.relative_rows;
  if (head.plan.relative_keys && !head.plan.relative_queries) {
    const std::int32_t shared = shared_row(*head.plan.relative_keys, head.workspace.relative_key_runs, rows, i, span);
    if (shared >= 0) {
      const float score = head.workspace.relative_scores(panel.slot, row, shared);
      if (placing == Placing::set)
        std::fill_n(terms, span.columns, score);
      else
        add_to_row(terms, span.columns, score);
      return;
    }
  }
  // Runs of a table without gaps set every term themselves.
  const bool runs_set = placing == Placing::set && head.plan.relative_keys && has_contiguous_rows(rows) &&
                        head.workspace.relative_key_runs.ascending;
  if (placing == Placing::set) std::fill(terms + (runs_set ? span.length : 0), terms + span.columns, 0.0f);
  if (const auto& keys = head.plan.relative_keys) {
    const float* scores = head.workspace.relative_scores.row(panel.slot, row);
    for_runs(
        *keys, head.workspace.relative_key_runs, rows, i, span,
        [&](std::size_t from, std::size_t to, std::size_t table_row) {
          if (runs_set)
            std::fill(terms + from, terms + to, scores[table_row]);
          else
            add_to_row(terms + from, to - from, scores[table_row]);
        },
        [&](std::size_t from, std::size_t to, std::size_t table_row) {
          if (runs_set)
            std::copy_n(scores + table_row, to - from, terms + from);
          else
            add_rows(terms + from, to - from, scores + table_row);
        });
  }
  if (const auto& queries = head.plan.relative_queries)
    for (std::size_t j = 0; j < span.length; ++j) {
      const std::int32_t table_row = queries->row_of[relative_row(rows, i, span.first + j)];
      if (table_row >= 0) terms[j] += head.workspace.relative_query_scores(table_row, span.first + j);
    }
}

void gather_relative_weights(const Head& head, const Panel& panel, std::size_t row, const Span& span,
                             const float* weights) noexcept {
  Workspace& workspace = head.workspace;
  float* gathered = workspace.relative_weights.row(panel.slot, row);
  const float correction = workspace.softmax[panel.slot].correction[row];
  if (correction != 1) scale_row(gathered, workspace.relative_weights.row_stride(), correction);
  const RelativeVectors& values = *head.plan.relative_values;
  const std::int32_t shared =
      shared_row(values, workspace.relative_value_runs, *head.plan.relative_rows, panel.query(row), span);
  if (shared >= 0) {
    gathered[shared] += workspace.softmax[panel.slot].tile_sum[row];
    return;
  }
  for_runs(
      values, workspace.relative_value_runs, *head.plan.relative_rows, panel.query(row), span,
      [&](std::size_t from, std::size_t to, std::size_t table_row) {
        gathered[table_row] += sum_of_row(weights + from, to - from);
      },
      [&](std::size_t from, std::size_t to, std::size_t table_row) {
        add_rows(gathered + table_row, to - from, weights + from);
      });
}

void add_relative_values(const Head& head, const Panel& panel) noexcept {
  const Tensor<float, 3>& table = head.plan.relative_values->table;
  Workspace& workspace = head.workspace;
  PointedRows rows;
  for (std::size_t r = 0; r < kPanelRows; ++r) rows.data[r] = workspace.relative_weights.row(panel.slot, r);
  for (std::size_t column = 0; column < table.row_stride(); column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(rows, table.row(0, 0) + column, table.row_stride(), table.extent(1));
    sums.add_to(workspace.output_panels.row(panel.slot, 0) + column, workspace.output_panels.row_stride());
  }
}

}  // namespace posenc
