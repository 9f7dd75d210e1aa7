#include "attention/backward.hpp"

#include <cmath>

#include "attention/backward_terms.hpp"
#include "attention/gated_positions.hpp"
#include "attention/packing.hpp"
#include "attention/panel_scores.hpp"
#include "attention/relative_terms.hpp"
#include "attention/rotation.hpp"

namespace posenc {

namespace {

void pack_head(const BackwardHead& backward, std::size_t kv) noexcept {
  const Head& head = backward.head;
  BackwardWorkspace& workspace = backward.workspace;
  pack_keys_and_values(head, kv);
  for (std::size_t j = 0; j < head.keys(); ++j)
    rotate_key(head.plan, j, head.head_dim(), head.problem.key.row(kv, j), workspace.key_rows.row(j));
  for (std::size_t j = 0; j < head.keys(); ++j)
    for (std::size_t c = 0; c < head.value_dim(); ++c)
      workspace.value_tiles(j / kTileKeys, c, j % kTileKeys) = head.problem.value(kv, j, c);
  std::ranges::fill(workspace.d_key_rows.numbers(), 0.0f);
  std::ranges::fill(workspace.d_value_rows.numbers(), 0.0f);
}

// q', d_o and delta of the panel's queries; past the last one, zeros.
void start_panel(const BackwardHead& backward, const Panel& panel, const AttentionResults& results,
                 TensorView<const float, 3> d_output) noexcept {
  const Head& head = backward.head;
  BackwardWorkspace& workspace = backward.workspace;
  pack_queries(head, panel);
  multiply_relative_keys(head, panel);
  const float* packed = workspace.forward.query_panels.row(panel.slot, 0);
  float* d_packed = workspace.d_output_panels.row(panel.slot, 0);
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t row = BackwardHead::row_of(panel, r), i = panel.query(r);
    const bool real = r < panel.count;
    for (std::size_t c = 0; c < head.head_dim(); ++c)
      workspace.query_rows(row, c) = real ? packed[c * kPanelRows + r] : 0;
    float delta = 0;
    for (std::size_t c = 0; c < head.value_dim(); ++c) {
      const float d = real ? d_output(head.index, i, c) : 0;
      workspace.d_output_rows(row, c) = d_packed[c * kPanelRows + r] = d;
      delta += d * results.output(head.index, i, c);
    }
    workspace.delta[row] = delta;
  }
  multiply_value_vectors(backward, panel);
  if (!head.plan.gated || panel.begin_key >= panel.end_key) return;
  keep_score_rows(head, panel);
  add_gated_positions(head, panel);
}

// d_p of the panel with the values of a tile.
[[gnu::noinline]] void multiply_values(const float* d_output_panel, const float* value_tile, std::size_t depth,
                                       std::size_t columns, float* d_weights) noexcept {
  for (std::size_t column = 0; column < columns; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(PackedRows{d_output_panel}, value_tile + column, kTileKeys, depth);
    sums.store(d_weights + column, kTileKeys);
  }
}

// weights <- e^(scores - log_sum_exp), d_scores <- weights (d_weights - delta)
[[gnu::noinline]] void weigh_back(const float* scores, float log_sum_exp, float delta, std::size_t columns,
                                  float* weights, float* d_scores) noexcept {
  const Exponential<FloatBatch> exponential;
  for (std::size_t c = 0; c < columns; c += kLanes) {
    // A score may lie a rounding above the log-sum-exp of its row.
    const FloatBatch below =
        xsimd::min(FloatBatch::load_aligned(scores + c) - FloatBatch(log_sum_exp), FloatBatch(0.0f));
    const FloatBatch weight = exponential(below);
    const FloatBatch d_weight = FloatBatch::load_aligned(d_scores + c);
    weight.store_aligned(weights + c);
    (weight * (d_weight - FloatBatch(delta))).store_aligned(d_scores + c);
  }
}

// d_scores <- d_scores (1 - (capped / softcap)²), capped = score without its bias.
void go_back_through_cap(const Head& head, const Panel& panel, std::size_t r, const Span& span, const float* scores,
                         float* scratch, float* d_scores) noexcept {
  const auto softcap = static_cast<float>(head.problem.softcap);
  if (!(softcap > 0)) return;
  const float* bias = head.plan.relative_bias ? bias_row(head, panel, r, span, scratch) : nullptr;
  for (std::size_t c = 0; c < span.columns; ++c) {
    if (d_scores[c] == 0) continue;  // hidden ones are infinite
    const float share = (bias ? scores[c] - bias[c] : scores[c]) / softcap;
    d_scores[c] *= 1 - share * share;
  }
}

// Weights and d_scores of the panel with a tile, in the block's rows; tables of relative positions get their part.
void weigh_tile(const BackwardHead& backward, const Panel& panel, std::size_t tile,
                const AttentionResults& results) noexcept {
  const Head& head = backward.head;
  BackwardWorkspace& workspace = backward.workspace;
  const Span span = span_of(panel, tile);
  FloatBatch maxima[kPanelRows];
  compute_scores(head, panel, tile, maxima);
  multiply_values(workspace.d_output_panels.row(panel.slot, 0), workspace.value_tiles.row(tile, 0), head.value_dim(),
                  span.columns, workspace.d_scores.row(BackwardHead::row_of(panel, 0)));
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t row = BackwardHead::row_of(panel, r);
    const float* scores = workspace.forward.score_tile.row(r);
    float *weights = workspace.weights.row(row), *d_scores = workspace.d_scores.row(row);
    const float log_sum_exp = r < panel.count ? results.log_sum_exp(head.index, panel.query(r)) : kHidden;
    if (log_sum_exp == kHidden) {
      std::fill_n(weights, span.columns, 0.0f);
      std::fill_n(d_scores, span.columns, 0.0f);
      continue;
    }
    if (head.plan.relative_values) {
      // Their gradient needs the weights first.
      weigh_back(scores, log_sum_exp, 0, span.columns, weights, workspace.terms.row(0));
      add_value_vectors(backward, panel, r, span, weights, d_scores);
    }
    weigh_back(scores, log_sum_exp, workspace.delta[row], span.columns, weights, d_scores);
    collect_bias(backward, panel, r, span, d_scores);
    go_back_through_cap(head, panel, r, span, scores, workspace.terms.row(r), d_scores);
    collect_vectors(backward, panel, r, span, d_scores);
  }
}

// to[row] += Σ_k left(row, k) right[k], over whole panels of columns.
template <class Rows>
void add_product(Rows rows, const float* right, std::size_t stride, std::size_t depth, float* to) noexcept {
  for (std::size_t column = 0; column < stride; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(rows, right + column, stride, depth);
    sums.add_to(to + column, stride);
  }
}

// d_q' of the panel += d_scores · keys of the tile
[[gnu::noinline]] void add_to_queries(const BackwardHead& backward, const Panel& panel, const Span& span) noexcept {
  BackwardWorkspace& workspace = backward.workspace;
  const std::size_t row = BackwardHead::row_of(panel, 0);
  add_product(StridedRows<kTileKeys>{workspace.d_scores.row(row)}, workspace.key_rows.row(span.first),
              workspace.key_rows.row_stride(), span.length, workspace.d_query_rows.row(row));
}

// d of the tile's keys (or values) += transposed d_scores (or weights) · q' (or d_o) of the block's queries
[[gnu::noinline]] void add_to_keys(const Tensor<float, 2>& left, const Tensor<float, 2>& right, std::size_t queries,
                                   std::size_t first_key, Tensor<float, 2>& to) noexcept {
  for (std::size_t key = 0; key < kTileKeys; key += kPanelRows)
    add_product(ColumnRows<kTileKeys>{left.row(0) + key}, right.row(0), right.row_stride(), queries,
                to.row(first_key + key));
}

// Rows of panels that do not meet the tile count for nothing.
void clear_rows(const BackwardHead& backward, const Panel& panel, std::size_t from) noexcept {
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t row = BackwardHead::row_of(panel, r);
    std::fill(backward.workspace.weights.row(row) + from, backward.workspace.weights.row(row) + kTileKeys, 0.0f);
    std::fill(backward.workspace.d_scores.row(row) + from, backward.workspace.d_scores.row(row) + kTileKeys, 0.0f);
  }
}

// d_q through scale, bias and rotation to the query, and to the biases.
void finish_panel(const BackwardHead& backward, const Panel& panel) noexcept {
  const Head& head = backward.head;
  BackwardWorkspace& workspace = backward.workspace;
  const std::size_t width = head.head_dim();
  const auto scale = static_cast<float>(head.problem.scale);
  std::array<float*, 2> biases{};
  if (!backward.gradients.content_bias.empty()) biases[0] = backward.gradients.content_bias.row(head.index);
  if (!backward.gradients.relative_key_bias.empty()) biases[1] = backward.gradients.relative_key_bias.row(head.index);
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t row = BackwardHead::row_of(panel, r), i = panel.query(r);
    float* d_query = workspace.d_query_rows.row(row);
    const float* d_position = head.plan.relative_keys ? workspace.d_position_query_rows.row(row) : nullptr;
    const float temperature = head.plan.query_scale ? (*head.plan.query_scale)[i] : 1;
    for (std::size_t c = 0; c < width; ++c) {
      if (biases[0]) biases[0][c] += scale * d_query[c];
      if (biases[1] && d_position) biases[1][c] += scale * d_position[c];
      d_query[c] = scale * temperature * (d_query[c] + (d_position ? d_position[c] : 0));
    }
    rotate_query_back(head.plan, i, width, d_query, d_query);
    float* to = backward.gradients.query.row(head.index, i);
    for (std::size_t c = 0; c < width; ++c) to[c] += d_query[c];
  }
}

void go_back_block(const BackwardHead& backward, std::size_t first_query, const AttentionResults& results,
                   TensorView<const float, 3> d_output) noexcept {
  const Head& head = backward.head;
  BackwardWorkspace& workspace = backward.workspace;
  const std::size_t most = workspace.forward.softmax.size();
  std::array<Panel, kBlockPanels> panels{};
  std::size_t count = 0, begin = std::numeric_limits<std::size_t>::max(), end = 0;
  std::ranges::fill(workspace.d_query_rows.numbers(), 0.0f);
  std::ranges::fill(workspace.d_position_query_rows.numbers(), 0.0f);
  for (; count < most && first_query + count * kPanelRows < head.queries(); ++count) {
    const Panel& panel = panels[count] = panel_at(head, count, first_query + count * kPanelRows);
    start_panel(backward, panel, results, d_output);
    if (panel.begin_key >= panel.end_key) continue;
    begin = std::min(begin, panel.begin_key / kTileKeys);
    end = std::max(end, (panel.end_key - 1) / kTileKeys + 1);
  }
  const std::size_t rows = count * kPanelRows;
  const auto to_queries_and_keys = [&](std::size_t tile) {
    for (std::size_t p = 0; p < count; ++p)
      if (panels[p].sees(tile)) add_to_queries(backward, panels[p], span_of(panels[p], tile));
    add_to_keys(workspace.d_scores, workspace.query_rows, rows, tile * kTileKeys, workspace.d_key_rows);
  };
  for (std::size_t tile = begin; tile < end; ++tile) {
    for (std::size_t p = 0; p < count; ++p) {
      const bool meets = panels[p].sees(tile);
      if (meets) weigh_tile(backward, panels[p], tile, results);
      clear_rows(backward, panels[p], meets ? span_of(panels[p], tile).columns : 0);
    }
    add_to_keys(workspace.weights, workspace.d_output_rows, rows, tile * kTileKeys, workspace.d_value_rows);
    if (!head.plan.gated) {
      to_queries_and_keys(tile);
      continue;
    }
    for (std::size_t r = 0; r < kPanelRows; ++r)
      std::copy_n(workspace.d_scores.row(r), kTileKeys, workspace.d_score_rows.row(r) + tile * kTileKeys);
  }
  if (head.plan.gated && begin < end) {
    go_back_through_gates(backward, panels[0]);
    for (std::size_t tile = begin; tile < end; ++tile) {
      for (std::size_t r = 0; r < kPanelRows; ++r)
        std::copy_n(workspace.d_score_rows.row(r) + tile * kTileKeys, kTileKeys, workspace.d_scores.row(r));
      to_queries_and_keys(tile);
    }
  }
  for (std::size_t p = 0; p < count; ++p) finish_panel(backward, panels[p]);
}

// What the group's heads gathered goes back through the rotation.
void finish_kv_head(const BackwardHead& backward, std::size_t kv) noexcept {
  const Head& head = backward.head;
  BackwardWorkspace& workspace = backward.workspace;
  for (std::size_t j = 0; j < head.keys(); ++j) {
    float* d_key = workspace.d_key_rows.row(j);
    rotate_key_back(head.plan, j, head.head_dim(), d_key, d_key);
    for (std::size_t c = 0; c < head.head_dim(); ++c) backward.gradients.key(kv, j, c) += d_key[c];
    for (std::size_t c = 0; c < head.value_dim(); ++c)
      backward.gradients.value(kv, j, c) += workspace.d_value_rows(j, c);
  }
}

}  // namespace

BackwardWorkspace::BackwardWorkspace(const AttentionShape& shape, const PositionPlan& plan) : forward(shape, plan) {
  const auto head_dim = static_cast<std::size_t>(shape.head_dim), value_dim = static_cast<std::size_t>(shape.value_dim);
  const std::size_t tiles = forward.key_tiles.extent(0), tokens = tiles * kTileKeys;
  const std::size_t panels = forward.softmax.size(), block = panels * kPanelRows;
  const auto padded = [](std::size_t count, std::size_t width) {
    return Tensor<float, 2>({count, width}, RowPadding::to_64_bytes);
  };
  key_rows = padded(tokens, head_dim);
  value_tiles = Tensor<float, 3>({tiles, value_dim, kTileKeys});
  d_key_rows = padded(tokens, head_dim);
  d_value_rows = padded(tokens, value_dim);
  query_rows = padded(block, head_dim);
  d_query_rows = padded(block, head_dim);
  d_output_rows = padded(block, value_dim);
  d_output_panels = Tensor<float, 3>({panels, value_dim, kPanelRows});
  weights = padded(block, kTileKeys);
  d_scores = padded(block, kTileKeys);
  delta.resize(block);
  terms = padded(kPanelRows, kTileKeys);
  if (plan.relative_keys) d_position_query_rows = padded(block, head_dim);
  if (plan.relative_values) d_output_terms = padded(block, plan.relative_values->table.extent(1));
  if (plan.gated) d_score_rows = padded(kPanelRows, tokens);
}

std::size_t BackwardWorkspace::bytes() const {
  std::size_t sum = forward.bytes() + value_tiles.bytes() + d_output_panels.bytes() + delta.size() * sizeof(float);
  for (const auto* tensor : {&key_rows, &d_key_rows, &d_value_rows, &query_rows, &d_query_rows, &d_output_rows,
                             &weights, &d_scores, &terms, &d_position_query_rows, &d_output_terms, &d_score_rows})
    sum += tensor->bytes();
  return sum;
}

void attention_backward(const AttentionProblem& problem, const PositionPlan& plan, const Visibility& visibility,
                        const AttentionResults& results, TensorView<const float, 3> d_output,
                        BackwardWorkspace& workspace, const AttentionGradients& gradients) noexcept {
  const auto heads = static_cast<std::size_t>(problem.shape.heads);
  const AttentionOutputs no_outputs{};
  const auto kv_of = [&](std::size_t h) { return problem.shape.kv_head(static_cast<int>(h)); };
  for (std::size_t h = 0; h < heads; ++h) {
    const Head head{problem, plan, visibility, workspace.forward, no_outputs, h};
    const BackwardHead backward{head, workspace, gradients};
    const auto kv = static_cast<std::size_t>(kv_of(h));
    if (h == 0 || kv_of(h - 1) != kv_of(h)) pack_head(backward, kv);
    prepare_relative_tables(head);
    if (plan.gated) prepare_gates(head);
    const std::size_t step = workspace.forward.softmax.size() * kPanelRows;
    for (std::size_t first = 0; first < head.queries(); first += step)
      go_back_block(backward, first, results, d_output);
    if (h + 1 == heads || kv_of(h + 1) != kv_of(h)) finish_kv_head(backward, kv);
  }
}

}  // namespace posenc
