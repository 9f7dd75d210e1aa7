#include "attention/tiled.hpp"

#include <cmath>

#include "attention/gated_positions.hpp"
#include "attention/packing.hpp"
#include "attention/panel.hpp"
#include "attention/panel_scores.hpp"
#include "attention/relative_terms.hpp"
#include "attention/tile_order.hpp"
#include "simd/row_ops.hpp"

namespace posenc {

namespace {

// output[r] = output[r] * correction[r] + weights of the tile times its values.
[[gnu::noinline]] void accumulate_values(const float* weights, const float* values, std::size_t stride,
                                         std::size_t length, const float* correction, float* output) noexcept {
  for (std::size_t column = 0; column < stride; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(StridedRows<kTileKeys>{weights}, values + column, stride, length);
    for (std::size_t r = 0; r < kPanelRows; ++r)
      for (std::size_t half = 0; half < 2; ++half) {
        float* to = output + r * stride + column + half * kLanes;
        (FloatBatch::load_aligned(to) * FloatBatch(correction[r]) + sums.sum[r][half]).store_aligned(to);
      }
  }
}

[[gnu::noinline]] void weigh(PanelSoftmax& softmax, float* scores, std::size_t columns,
                             const FloatBatch (&maxima)[kPanelRows]) noexcept {
  softmax.absorb<kTileKeys>(scores, columns, maxima);
}

void absorb_tile(const Head& head, const Panel& panel, std::size_t tile) noexcept {
  Workspace& workspace = head.workspace;
  PanelSoftmax& softmax = workspace.softmax[panel.slot];
  const Span span = span_of(panel, tile);
  float* scores = workspace.score_tile.row(0);
  FloatBatch maxima[kPanelRows];
  compute_scores(head, panel, tile, maxima);
  if (!head.outputs.scores.empty())
    for (std::size_t r = 0; r < panel.count; ++r)
      std::copy_n(workspace.score_tile.row(r), span.length,
                  head.outputs.scores.row(head.index, panel.first + r) + span.first);
  weigh(softmax, scores, span.columns, maxima);
  if (head.plan.relative_values)
    for (std::size_t r = 0; r < panel.count; ++r)
      gather_relative_weights(head, panel, r, span, workspace.score_tile.row(r));
  accumulate_values(scores, workspace.values.row(span.first), workspace.values.row_stride(), span.length,
                    softmax.correction, workspace.output_panels.row(panel.slot, 0));
}

void start_panel(const Head& head, Panel& panel) noexcept {
  Workspace& workspace = head.workspace;
  pack_queries(head, panel);
  multiply_relative_keys(head, panel);
  panel.query_norm = query_norm_of(head, panel);
  workspace.softmax[panel.slot].reset();
  std::fill_n(workspace.output_panels.row(panel.slot, 0), kPanelRows * workspace.output_panels.row_stride(), 0.0f);
  if (head.plan.relative_values)
    std::fill_n(workspace.relative_weights.row(panel.slot, 0), kPanelRows * workspace.relative_weights.row_stride(),
                0.0f);
  if (!head.plan.gated) return;
  keep_score_rows(head, panel);
  add_gated_positions(head, panel);
}

void finish_panel(const Head& head, const Panel& panel) noexcept {
  if (head.plan.relative_values) add_relative_values(head, panel);
  const PanelSoftmax& softmax = head.workspace.softmax[panel.slot];
  const Exponential<FloatBatch> exponential;
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t i = panel.first + r;
    // 0 for a query that sees nothing; NaN stays.
    const float share = softmax.sum[r] == 0 ? 0 : 1 / softmax.sum[r];
    const float* sums = head.workspace.output_panels.row(panel.slot, r);
    if (!head.outputs.output.empty()) {
      float* output = head.outputs.output.row(head.index, i);
      for (std::size_t c = 0; c < head.value_dim(); ++c) output[c] = sums[c] * share;
    }
    if (!head.outputs.log_sum_exp.empty())
      head.outputs.log_sum_exp(head.index, i) =
          softmax.sum[r] > 0 ? softmax.maximum[r] + std::log(softmax.sum[r]) : kHidden;
    if (head.outputs.weights.empty()) continue;
    const float* scores = head.outputs.scores.row(head.index, i);
    float* weights = head.outputs.weights.row(head.index, i);
    for (std::size_t j = 0; j < head.keys(); ++j)
      weights[j] = exponential(FloatBatch(scores[j] - softmax.maximum[r])).get(0) * share;
  }
}

// Tiles outside, panels inside: a tile stays in the first cache while the block's queries meet it.
void attend_block(const Head& head, std::size_t first_query, std::size_t most_panels) noexcept {
  std::array<Panel, kBlockPanels> panels{};
  std::size_t count = 0, begin_tile = std::numeric_limits<std::size_t>::max(), end_tile = 0;
  for (; count < most_panels && first_query + count * kPanelRows < head.queries(); ++count) {
    Panel& panel = panels[count] = panel_at(head, count, first_query + count * kPanelRows);
    start_panel(head, panel);
    if (panel.begin_key >= panel.end_key) continue;
    begin_tile = std::min(begin_tile, panel.begin_key / kTileKeys);
    end_tile = std::max(end_tile, (panel.end_key - 1) / kTileKeys + 1);
  }
  const auto meet = [&](std::size_t tile) {
    for (std::size_t p = 0; p < count; ++p)
      if (panels[p].sees(tile) && !(panels[p].query_norm && is_negligible(head, panels[p], tile)))
        absorb_tile(head, panels[p], tile);
  };
  if (begin_tile < end_tile) {
    const std::size_t first = first_tile(head, panels[0], begin_tile, end_tile);
    for (std::size_t tile = first + 1; tile-- > begin_tile;) meet(tile);
    for (std::size_t tile = first + 1; tile < end_tile; ++tile) meet(tile);
  }
  for (std::size_t p = 0; p < count; ++p) finish_panel(head, panels[p]);
}

}  // namespace

void attention_tiled(const AttentionProblem& problem, const PositionPlan& plan, const Visibility& visibility,
                     Workspace& workspace, const AttentionOutputs& outputs) noexcept {
  const auto heads = static_cast<std::size_t>(problem.shape.heads);
  // Tiles that nobody sees are never visited; their scores are hidden.
  if (!outputs.scores.empty())
    std::fill_n(outputs.scores.data(), outputs.scores.extent(0) * outputs.scores.stride(0), kHidden);
  const std::size_t panels = workspace.softmax.size();
  for (std::size_t h = 0; h < heads; ++h) {
    const Head head{problem, plan, visibility, workspace, outputs, h};
    const auto kv = static_cast<std::size_t>(problem.shape.kv_head(static_cast<int>(h)));
    const bool packed = h > 0 && problem.shape.kv_head(static_cast<int>(h) - 1) == static_cast<int>(kv);
    if (!packed) pack_keys_and_values(head, kv);
    prepare_relative_tables(head);
    prepare_tile_order(head);
    if (plan.gated) prepare_gates(head);
    for (std::size_t first = 0; first < head.queries(); first += panels * kPanelRows) attend_block(head, first, panels);
  }
}

}  // namespace posenc
