#include "attention/panel_scores.hpp"

#include "attention/relative_terms.hpp"
#include "simd/row_ops.hpp"

namespace posenc {

namespace {

// What joins the four rows of products: their bias, and their products with relative vectors. Null: nothing.
struct Terms {
  std::array<const float*, kPanelRows> rows{};
  std::size_t step = 1;  // 0: the same for all columns, so it stands there for the first ones only
};

Terms terms_of(const Head& head, const Panel& panel, const Span& span, bool with_bias) noexcept {
  Terms terms;
  const bool with_vectors = head.plan.relative_keys || head.plan.relative_queries;
  if (!with_bias && !with_vectors) return terms;
  const auto shared = with_bias ? std::nullopt : shared_relative_scores(head, panel, span);
  if (shared) terms.step = 0;
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    float* scratch = head.workspace.term_tile.row(r);
    if (with_bias) terms.rows[r] = bias_row(head, panel, r, span, scratch);
    if (!with_vectors) continue;
    if (with_bias && terms.rows[r] != scratch) std::copy_n(terms.rows[r], span.columns, scratch);
    if (shared)
      std::fill_n(scratch, kPanelColumns, (*shared)[r]);
    else
      put_relative_scores(head, panel, r, span, with_bias ? Placing::add : Placing::set, scratch);
    terms.rows[r] = scratch;
  }
  return terms;
}

// Products first, terms last: a large bias as the start of the sums would round every step of them to its own size.
// Apart from its callers, so that engines compile it as a whole at their best.
[[gnu::noinline]] void multiply_tile(const float* query_panel, const float* key_tile, std::size_t depth,
                                     const Terms& terms, std::size_t columns, float* scores,
                                     FloatBatch* maxima) noexcept {
  for (std::size_t r = 0; r < kPanelRows; ++r) maxima[r] = FloatBatch(kHidden);
  for (std::size_t column = 0; column < columns; column += kPanelColumns) {
    PanelSums sums;
    sums.multiply_add(PackedRows{query_panel}, key_tile + column, kTileKeys, depth);
    if (terms.rows[0]) sums.add(terms.rows, column * terms.step);
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      sums.sum[r][0].store_aligned(scores + r * kTileKeys + column);
      sums.sum[r][1].store_aligned(scores + r * kTileKeys + column + kLanes);
      maxima[r] = xsimd::max(maxima[r], xsimd::max(sums.sum[r][0], sums.sum[r][1]));
    }
  }
}

// Whether the query sees every column of the span.
bool is_open(const Head& head, std::size_t i, const Span& span) noexcept {
  return !head.visibility.has_bits() && static_cast<std::size_t>(head.visibility.begin[i]) <= span.first &&
         static_cast<std::size_t>(head.visibility.end[i]) >= span.first + span.columns;
}

void hide(const Head& head, std::size_t i, const Span& span, float* scores) noexcept {
  const auto begin = static_cast<std::size_t>(head.visibility.begin[i]);
  const auto end = static_cast<std::size_t>(head.visibility.end[i]);
  const std::size_t from = std::clamp(begin, span.first, span.first + span.length) - span.first;
  const std::size_t to = std::clamp(end, span.first, span.first + span.length) - span.first;
  std::fill(scores, scores + std::min(from, to), kHidden);
  std::fill(scores + std::max(from, to), scores + span.columns, kHidden);
  if (!head.visibility.has_bits()) return;
  for (std::size_t j = from; j < to; ++j)
    if (!head.visibility.sees(i, span.first + j)) scores[j] = kHidden;
}

FloatBatch maximum_lanes(const float* row, std::size_t columns) noexcept {
  FloatBatch largest = FloatBatch::load_aligned(row);
  for (std::size_t c = kLanes; c < columns; c += kLanes)
    largest = xsimd::max(largest, FloatBatch::load_aligned(row + c));
  return largest;
}

}  // namespace

const float* copy_bias_row(const Head& head, const Panel& panel, std::size_t r, const Span& span,
                           float* scratch) noexcept {
  const float* table = head.plan.relative_bias->row(head.index);
  for (std::size_t j = 0; j < span.length; ++j)
    scratch[j] = table[relative_row(*head.plan.relative_rows, panel.query(r), span.first + j)];
  std::fill(scratch + span.length, scratch + span.columns, 0.0f);
  return scratch;
}

void compute_scores(const Head& head, const Panel& panel, std::size_t tile, FloatBatch (&maxima)[kPanelRows]) noexcept {
  Workspace& workspace = head.workspace;
  const Span span = span_of(panel, tile);
  const auto softcap = static_cast<float>(head.problem.softcap);
  float* scores = workspace.score_tile.row(0);
  // A cap acts on the products alone; the bias joins behind it.
  const bool bias_first = head.plan.relative_bias && !(softcap > 0) && !head.plan.gated;
  if (head.plan.gated)
    for (std::size_t r = 0; r < kPanelRows; ++r)
      std::copy_n(workspace.score_rows.row(r) + span.first, span.columns, workspace.score_tile.row(r));
  else
    multiply_tile(workspace.query_panels.row(panel.slot, 0), workspace.key_tiles.row(tile, 0), head.head_dim(),
                  terms_of(head, panel, span, bias_first), span.columns, scores, maxima);
  const bool bias_after = head.plan.relative_bias && !bias_first;
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t i = panel.query(r);
    float* row = workspace.score_tile.row(r);
    const bool open = is_open(head, i, span);
    if (open && !(softcap > 0) && !bias_after && !head.plan.gated) continue;
    const float* bias = bias_after ? bias_row(head, panel, r, span, workspace.term_tile.row(r)) : nullptr;
    if (softcap > 0 || bias) cap_and_bias_row(row, span.columns, softcap, bias);
    if (!open) hide(head, i, span, row);
    maxima[r] = maximum_lanes(row, span.columns);
  }
}

void keep_score_rows(const Head& head, const Panel& panel) noexcept {
  Workspace& workspace = head.workspace;
  FloatBatch maxima[kPanelRows];
  for (std::size_t tile = panel.begin_key / kTileKeys; tile * kTileKeys < panel.end_key; ++tile) {
    const Span span = span_of(panel, tile);
    multiply_tile(workspace.query_panels.row(panel.slot, 0), workspace.key_tiles.row(tile, 0), head.head_dim(),
                  terms_of(head, panel, span, false), span.columns, workspace.score_tile.row(0), maxima);
    for (std::size_t r = 0; r < kPanelRows; ++r)
      std::copy_n(workspace.score_tile.row(r), span.columns, workspace.score_rows.row(r) + span.first);
  }
}

}  // namespace posenc
