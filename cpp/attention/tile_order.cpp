#include "attention/tile_order.hpp"

#include <cmath>

namespace posenc {

namespace {

// The rounding of the products stays far below this share of |q| |k|.
constexpr float kSlack = 1.001f;

bool has_contiguous_bias(const Head& head) noexcept {
  return head.plan.relative_bias && has_contiguous_rows(*head.plan.relative_rows);
}

// Largest norm of the keys of each tile, which stand side by side there.
void find_key_norms(Workspace& workspace) noexcept {
  for (std::size_t tile = 0; tile < workspace.key_tiles.extent(0); ++tile) {
    FloatBatch largest(0.0f);
    for (std::size_t column = 0; column < kTileKeys; column += kLanes) {
      FloatBatch squares(0.0f);
      for (std::size_t c = 0; c < workspace.key_tiles.extent(1); ++c) {
        const FloatBatch key = FloatBatch::load_aligned(workspace.key_tiles.row(tile, c) + column);
        squares = xsimd::fma(key, key, squares);
      }
      largest = xsimd::max(largest, squares);
    }
    workspace.key_norms[tile] = std::sqrt(xsimd::reduce_max(largest));
  }
}

float largest_query_norm(const Head& head, const Panel& panel) noexcept {
  float squares[kPanelRows] = {};
  const float* query = head.workspace.query_panels.row(panel.slot, 0);
  for (std::size_t c = 0; c < head.head_dim(); ++c)
    for (std::size_t r = 0; r < kPanelRows; ++r) squares[r] += query[c * kPanelRows + r] * query[c * kPanelRows + r];
  return std::sqrt(*std::max_element(squares, squares + kPanelRows));
}

}  // namespace

void prepare_tile_order(const Head& head) noexcept {
  if (!has_contiguous_bias(head)) return;
  Workspace& workspace = head.workspace;
  const float* table = head.plan.relative_bias->row(head.index);
  const std::size_t rows = head.plan.relative_bias->extent(1);
  for (std::size_t block = 0; block < workspace.bias_maxima.size(); ++block)
    workspace.bias_maxima[block] =
        *std::max_element(table + block * kTileKeys, table + std::min(rows, (block + 1) * kTileKeys));
  workspace.largest_bias = static_cast<std::size_t>(std::max_element(table, table + rows) - table);
  if (may_skip_tiles(head)) find_key_norms(workspace);
}

bool may_skip_tiles(const Head& head) noexcept {
  return has_contiguous_bias(head) && head.outputs.scores.empty() && !(head.problem.softcap > 0) && !head.plan.gated &&
         !head.plan.relative_keys && !head.plan.relative_queries;
}

std::size_t first_tile(const Head& head, const Panel& panel, std::size_t begin, std::size_t end) noexcept {
  if (!has_contiguous_bias(head)) return begin;
  const std::size_t own = relative_row(*head.plan.relative_rows, panel.first, 0);  // of key 0
  const std::size_t key = head.workspace.largest_bias > own ? head.workspace.largest_bias - own : 0;
  return std::clamp(key / kTileKeys, begin, end - 1);
}

void start_bounds(const Head& head, const Panel& panel) noexcept {
  if (may_skip_tiles(head)) head.workspace.query_norms[panel.slot] = largest_query_norm(head, panel);
}

bool is_negligible(const Head& head, const Panel& panel, std::size_t tile) noexcept {
  const Workspace& workspace = head.workspace;
  const RelativeRows& rows = *head.plan.relative_rows;
  const Span span = span_of(panel, tile);
  std::size_t from = std::numeric_limits<std::size_t>::max(), to = 0;
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t row = relative_row(rows, panel.query(r), span.first);
    from = std::min(from, row);
    to = std::max(to, row + span.length - 1);
  }
  float bias = workspace.bias_maxima[from / kTileKeys];
  for (std::size_t block = from / kTileKeys + 1; block <= to / kTileKeys; ++block)
    bias = std::max(bias, workspace.bias_maxima[block]);
  const float* maximum = workspace.softmax[panel.slot].maximum;
  const float least = *std::min_element(maximum, maximum + kPanelRows);
  return kSlack * workspace.query_norms[panel.slot] * workspace.key_norms[tile] + bias < least + kExpCut;
}

}  // namespace posenc
