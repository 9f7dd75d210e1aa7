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

// Relative rows of one query with the keys of a span.
struct SpanRows {
  const RelativeRows& rows;
  std::size_t query;
  const Span& span;
  std::optional<std::size_t> first;  // of the first key, where rows follow each other

  std::size_t row(std::size_t j) const { return relative_row(rows, query, span.first + j); }
};

SpanRows rows_of(const Head& head, const Panel& panel, std::size_t r, const Span& span) noexcept {
  SpanRows rows{*head.plan.relative_rows, panel.query(r), span, std::nullopt};
  if (panel.first_rows) rows.first = (*panel.first_rows)[r] + span.first;
  return rows;
}

// Calls constant(from, to, table row) and rising(from, to, first table row) for the runs of a span's keys that have a
// row.
template <class Constant, class Rising>
void for_runs(const RelativeVectors& vectors, const RelativeRuns& runs, const SpanRows& rows, Constant constant,
              Rising rising) noexcept {
  const std::vector<std::int32_t>& row_of = vectors.row_of;
  const std::size_t length = rows.span.length;
  if (!rows.first) {
    for (std::size_t j = 0; j < length; ++j) {
      const std::int32_t row = row_of[rows.row(j)];
      if (row >= 0) constant(j, j + 1, static_cast<std::size_t>(row));
    }
    return;
  }
  for (std::size_t from = 0, to = 0; from < length; from = to) {
    const std::size_t relative = *rows.first + from;
    to = std::min(length, from + static_cast<std::size_t>(runs.length[relative]));
    if (row_of[relative] < 0) continue;
    if (to > from + 1 && row_of[relative + 1] != row_of[relative])
      rising(from, to, static_cast<std::size_t>(row_of[relative]));
    else
      constant(from, to, static_cast<std::size_t>(row_of[relative]));
  }
}

// The table row that all keys of the span share for a query, as Shaw's do beyond the clip; -1: there is none.
std::int32_t shared_row(const RelativeVectors& vectors, const RelativeRuns& runs, std::size_t first,
                        std::size_t length) noexcept {
  if (static_cast<std::size_t>(runs.length[first]) < length) return -1;
  const std::int32_t row = vectors.row_of[first];
  return vectors.row_of[first + length - 1] == row ? row : -1;
}

// The columns of relative_scores that the panel's pairs need: [first, last].
std::pair<std::size_t, std::size_t> needed_rows(const Head& head, const Panel& panel) noexcept {
  const RelativeVectors& vectors = *head.plan.relative_keys;
  const std::size_t last = vectors.table.extent(1) - 1;
  if (!panel.first_rows || !head.workspace.relative_key_runs.ascending) return {0, last};
  const auto [least, largest] = std::minmax_element(panel.first_rows->begin(), panel.first_rows->end());
  return {static_cast<std::size_t>(vectors.row_of[*least + panel.begin_key]),
          static_cast<std::size_t>(vectors.row_of[*largest + panel.end_key - 1])};
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

std::optional<std::array<float, kPanelRows>> shared_relative_scores(const Head& head, const Panel& panel,
                                                                    const Span& span) noexcept {
  if (!head.plan.relative_keys || head.plan.relative_queries || !panel.first_rows) return std::nullopt;
  std::array<float, kPanelRows> scores{};
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::int32_t row = shared_row(*head.plan.relative_keys, head.workspace.relative_key_runs,
                                        (*panel.first_rows)[r] + span.first, span.length);
    if (row < 0) return std::nullopt;
    scores[r] = head.workspace.relative_scores(panel.slot, r, row);
  }
  return scores;
}

void put_relative_scores(const Head& head, const Panel& panel, std::size_t row, const Span& span, Placing placing,
                         float* terms) noexcept {
  const SpanRows rows = rows_of(head, panel, row, span);
  // Runs of a table without gaps set every term themselves.
  const bool runs_set =
      placing == Placing::set && head.plan.relative_keys && rows.first && head.workspace.relative_key_runs.ascending;
  if (placing == Placing::set) std::fill(terms + (runs_set ? span.length : 0), terms + span.columns, 0.0f);
  if (const auto& keys = head.plan.relative_keys) {
    const float* scores = head.workspace.relative_scores.row(panel.slot, row);
    for_runs(
        *keys, head.workspace.relative_key_runs, rows,
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
      const std::int32_t table_row = queries->row_of[rows.row(j)];
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
  const SpanRows rows = rows_of(head, panel, row, span);
  const std::int32_t shared =
      rows.first ? shared_row(values, workspace.relative_value_runs, *rows.first, span.length) : -1;
  if (shared >= 0) {
    gathered[shared] += workspace.softmax[panel.slot].tile_sum[row];
    return;
  }
  for_runs(
      values, workspace.relative_value_runs, rows,
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
