#include "attention/tiled.hpp"

#include <utility>

#include "attention/gated_positions.hpp"
#include "attention/panel.hpp"
#include "attention/relative_terms.hpp"
#include "attention/rotation.hpp"

namespace posenc {

namespace {

void pack_keys_and_values(const Head& head, std::size_t kv) noexcept {
  Workspace& workspace = head.workspace;
  float* turned = workspace.key_row.row(0);
  for (std::size_t j = 0; j < head.keys(); ++j) {
    rotate_key(head.plan, j, head.head_dim(), head.problem.key.row(kv, j), turned);
    const std::size_t tile = j / kTileKeys, column = j % kTileKeys;
    for (std::size_t c = 0; c < head.head_dim(); ++c) workspace.key_tiles(tile, c, column) = turned[c];
    std::copy_n(head.problem.value.row(kv, j), head.value_dim(), workspace.values.row(j));
  }
}

// to += scale * bias of the head, where the plan has one.
void add_scaled(const Head& head, const std::optional<Tensor<float, 2>>& bias, float* to) noexcept {
  if (!bias) return;
  const auto scale = static_cast<float>(head.problem.scale);
  for (std::size_t c = 0; c < head.head_dim(); ++c) to[c] += scale * (*bias)(head.index, c);
}

void load_query_panel(const Head& head, const Panel& panel) noexcept {
  Workspace& workspace = head.workspace;
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t i = panel.query(r);
    float* row = workspace.query_panel.row(r);
    rotate_query(head.plan, i, head.head_dim(), head.problem.query.row(head.index, i), row);
    double scale = head.problem.scale;
    if (head.plan.query_scale) scale *= (*head.plan.query_scale)[i];
    scale_row(row, workspace.query_panel.row_stride(), static_cast<float>(scale));
    if (head.plan.relative_keys) {
      float* position_row = workspace.position_query_panel.row(r);
      std::copy_n(row, head.head_dim(), position_row);
      add_scaled(head, head.plan.relative_key_bias, position_row);
    }
    add_scaled(head, head.plan.content_bias, row);
  }
}

// score_tile[r][c] = scaled q·k; columns past the last key of the sequence stay 0 because key_tiles does.
void multiply_tile(const Head& head, std::size_t tile) noexcept {
  Workspace& workspace = head.workspace;
  const PanelRowPointers rows = panel_rows(std::as_const(workspace.query_panel).view(), 0);
  for (std::size_t column = 0; column < kTileKeys; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(rows, workspace.key_tiles.row(tile, 0) + column, kTileKeys, head.head_dim());
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      sums.sum[r][0].store_aligned(workspace.score_tile.row(r) + column);
      sums.sum[r][1].store_aligned(workspace.score_tile.row(r) + column + kLanes);
    }
  }
}

// The tile's part of the bias row of query i; null where the plan has none.
const float* bias_row(const Head& head, std::size_t i, std::size_t tile, std::size_t length, float* scratch) noexcept {
  if (!head.plan.relative_bias) return nullptr;
  const float* table = head.plan.relative_bias->row(head.index);
  const std::size_t first = tile * kTileKeys;
  if (const auto* difference = std::get_if<DifferenceRows>(&*head.plan.relative_rows)) {
    const std::int32_t offset = difference->query_rows[i];
    const std::int32_t* rows = difference->key_rows.data() + first;
    if (difference->contiguous)
      std::copy_n(table + (rows[0] - offset), length, scratch);
    else
      for (std::size_t j = 0; j < length; ++j) scratch[j] = table[rows[j] - offset];
  } else {
    const std::int32_t* rows = std::get<PairRows>(*head.plan.relative_rows).rows.row(i) + first;
    for (std::size_t j = 0; j < length; ++j) scratch[j] = table[rows[j]];
  }
  return scratch;
}

void hide(const Head& head, std::size_t i, std::size_t tile, std::size_t length, float* scores) noexcept {
  const std::size_t first = tile * kTileKeys;
  const auto begin = static_cast<std::size_t>(head.visibility.begin[i]);
  const auto end = static_cast<std::size_t>(head.visibility.end[i]);
  const std::size_t from = std::clamp(begin, first, first + length) - first;
  const std::size_t to = std::clamp(end, first, first + length) - first;
  std::fill(scores, scores + std::min(from, to), kHidden);
  std::fill(scores + std::max(from, to), scores + kTileKeys, kHidden);
  if (!head.visibility.has_bits()) return;
  for (std::size_t j = from; j < to; ++j)
    if (!head.visibility.sees(i, first + j)) scores[j] = kHidden;
}

// output_panel[r] = output_panel[r] * correction[r] + weights of the tile times its values.
void accumulate_values(const Head& head, std::size_t tile, std::size_t length,
                       const std::array<float, kPanelRows>& correction) noexcept {
  Workspace& workspace = head.workspace;
  const PanelRowPointers rows = panel_rows(std::as_const(workspace.score_tile).view(), 0);
  const std::size_t stride = workspace.values.row_stride();
  for (std::size_t column = 0; column < stride; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(rows, workspace.values.row(tile * kTileKeys) + column, stride, length);
    for (std::size_t r = 0; r < kPanelRows; ++r)
      for (std::size_t half = 0; half < 2; ++half) {
        float* output = workspace.output_panel.row(r) + column + half * kLanes;
        const FloatBatch before = FloatBatch::load_aligned(output) * FloatBatch(correction[r]);
        (before + sums.sum[r][half]).store_aligned(output);
      }
  }
}

// Scaled products of the panel with a tile of keys, from score_rows where they were kept.
void load_score_tile(const Head& head, std::size_t tile) noexcept {
  if (!head.plan.gated) {
    multiply_tile(head, tile);
    return;
  }
  for (std::size_t r = 0; r < kPanelRows; ++r)
    std::copy_n(head.workspace.score_rows.row(r) + tile * kTileKeys, kTileKeys, head.workspace.score_tile.row(r));
}

void keep_score_rows(const Head& head, const Panel& panel) noexcept {
  for (std::size_t tile = panel.begin_tile; tile < panel.end_tile; ++tile) {
    multiply_tile(head, tile);
    for (std::size_t r = 0; r < kPanelRows; ++r)
      std::copy_n(head.workspace.score_tile.row(r), kTileKeys, head.workspace.score_rows.row(r) + tile * kTileKeys);
  }
}

void absorb_tile(const Head& head, Panel& panel, std::size_t tile) noexcept {
  const std::size_t first = tile * kTileKeys, length = head.tile_length(tile);
  load_score_tile(head, tile);
  std::array<float, kPanelRows> correction;
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t i = panel.query(r);
    float* scores = head.workspace.score_tile.row(r);
    add_relative_scores(head, panel, r, tile, scores);
    const float* bias = bias_row(head, i, tile, length, head.workspace.bias_tile.row(r));
    cap_and_bias_row(scores, kTileKeys, static_cast<float>(head.problem.softcap), bias);
    hide(head, i, tile, length, scores);
    if (!head.outputs.scores.empty() && r < panel.count)
      std::copy_n(scores, length, head.outputs.scores.row(head.index, i) + first);
    correction[r] = panel.rows[r].absorb(scores, kTileKeys);
    if (head.plan.relative_values) gather_relative_weights(head, panel, r, tile, scores, correction[r]);
  }
  accumulate_values(head, tile, length, correction);
}

void finish_panel(const Head& head, const Panel& panel) noexcept {
  if (head.plan.relative_values) add_relative_values(head);
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t i = panel.first + r;
    const RowState& state = panel.rows[r];
    const float share = state.sum > 0 ? 1 / state.sum : 0;
    const float* sums = head.workspace.output_panel.row(r);
    if (!head.outputs.output.empty()) {
      float* output = head.outputs.output.row(head.index, i);
      for (std::size_t c = 0; c < head.value_dim(); ++c) output[c] = sums[c] * share;
    }
    if (head.outputs.weights.empty()) continue;
    const float* scores = head.outputs.scores.row(head.index, i);
    float* weights = head.outputs.weights.row(head.index, i);
    for (std::size_t j = 0; j < head.keys(); ++j)
      weights[j] = scores[j] == kHidden ? 0 : exponential(scores[j] - state.maximum) * share;
  }
}

void find_tiles(const Head& head, Panel& panel) noexcept {
  std::int32_t begin = std::numeric_limits<std::int32_t>::max(), end = 0;
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t i = panel.first + r;
    if (head.visibility.begin[i] >= head.visibility.end[i]) continue;
    begin = std::min(begin, head.visibility.begin[i]);
    end = std::max(end, head.visibility.end[i]);
  }
  panel.begin_tile = end == 0 ? 0 : static_cast<std::size_t>(begin) / kTileKeys;
  panel.end_tile = (static_cast<std::size_t>(end) + kTileKeys - 1) / kTileKeys;
}

void attend_panel(const Head& head, std::size_t first) noexcept {
  Panel panel{first, std::min(kPanelRows, head.queries() - first), 0, 0, {}};
  find_tiles(head, panel);
  load_query_panel(head, panel);
  multiply_relative_keys(head);
  std::ranges::fill(head.workspace.output_panel.numbers(), 0.0f);
  std::ranges::fill(head.workspace.relative_weights.numbers(), 0.0f);
  if (head.plan.gated) {
    keep_score_rows(head, panel);
    add_gated_positions(head, panel);
  }
  for (std::size_t tile = panel.begin_tile; tile < panel.end_tile; ++tile) absorb_tile(head, panel, tile);
  finish_panel(head, panel);
}

}  // namespace

void attention_tiled(const AttentionProblem& problem, const PositionPlan& plan, const Visibility& visibility,
                     Workspace& workspace, const AttentionOutputs& outputs) noexcept {
  const auto heads = static_cast<std::size_t>(problem.shape.heads);
  // Tiles that nobody sees are never visited; their scores are hidden.
  if (!outputs.scores.empty())
    std::fill_n(outputs.scores.data(), outputs.scores.extent(0) * outputs.scores.stride(0), kHidden);
  for (std::size_t h = 0; h < heads; ++h) {
    const Head head{problem, plan, visibility, workspace, outputs, h};
    const auto kv = static_cast<std::size_t>(problem.shape.kv_head(static_cast<int>(h)));
    const bool packed = h > 0 && problem.shape.kv_head(static_cast<int>(h) - 1) == static_cast<int>(kv);
    if (!packed) pack_keys_and_values(head, kv);
    prepare_relative_tables(head);
    if (plan.gated) prepare_gates(head);
    for (std::size_t first = 0; first < head.queries(); first += kPanelRows) attend_panel(head, first);
  }
}

}  // namespace posenc
