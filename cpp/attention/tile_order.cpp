#include "attention/tile_order.hpp"

#include <cmath>

namespace posenc {

namespace {

// The rounding of the products stays far below this share of |q| |k|.
constexpr float kSlack = 1.001f;

bool has_contiguous_bias(const Head& head) noexcept {
  if (!head.plan.relative_bias) return false;
  const auto* rows = std::get_if<DifferenceRows>(&*head.plan.relative_rows);
  return rows && rows->contiguous;
}

// Whether scores of this plan are bounded by norms and bias alone.
bool are_bounded(const Head& head) noexcept {
  return has_contiguous_bias(head) && head.outputs.scores.empty() && !(head.problem.softcap > 0) && !head.plan.gated &&
         !head.plan.relative_keys && !head.plan.relative_queries;
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
  RowValues squares(0.0f);
  const float* query = head.workspace.query_panels.row(panel.slot, 0);
  for (std::size_t c = 0; c < head.head_dim(); ++c) {
    const RowValues channel = RowValues::load_aligned(query + c * kPanelRows);
    squares = xsimd::fma(channel, channel, squares);
  }
  return std::sqrt(xsimd::reduce_max(squares));
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
  const auto [least, largest] = std::minmax_element(table, table + rows);
  workspace.largest_bias = static_cast<std::size_t>(largest - table);
  workspace.bias_range = *largest - *least;
  if (are_bounded(head)) find_key_norms(workspace);
}

std::size_t first_tile(const Head& head, const Panel& panel, std::size_t begin, std::size_t end) noexcept {
  if (!head.plan.relative_bias || !panel.first_rows) return begin;
  const std::size_t own = panel.first_rows->front(), largest = head.workspace.largest_bias;
  return std::clamp((largest > own ? largest - own : 0) / kTileKeys, begin, end - 1);
}

std::optional<float> query_norm_of(const Head& head, const Panel& panel) noexcept {
  if (!are_bounded(head)) return std::nullopt;
  const Workspace& workspace = head.workspace;
  const float norm = kSlack * largest_query_norm(head, panel);
  const float product = norm * *std::max_element(workspace.key_norms.begin(), workspace.key_norms.end());
  return product + workspace.bias_range < -kExpCut ? std::nullopt : std::optional(norm);
}

bool is_negligible(const Head& head, const Panel& panel, std::size_t tile) noexcept {
  const Workspace& workspace = head.workspace;
  const Span span = span_of(panel, tile);
  const auto [least, largest] = std::minmax_element(panel.first_rows->begin(), panel.first_rows->end());
  const std::size_t from = *least + span.first, to = *largest + span.first + span.length - 1;
  float bias = workspace.bias_maxima[from / kTileKeys];
  for (std::size_t block = from / kTileKeys + 1; block <= to / kTileKeys; ++block)
    bias = std::max(bias, workspace.bias_maxima[block]);
  const float* maximum = workspace.softmax[panel.slot].maximum;
  return *panel.query_norm * workspace.key_norms[tile] + bias <
         *std::min_element(maximum, maximum + kPanelRows) + kExpCut;
}

}  // namespace posenc
