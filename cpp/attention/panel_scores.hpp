// Scores of a panel with a tile of keys: product, terms of the plan, cap, mask.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// score_tile[r][c] for the columns of the span, -infinity where hidden; maxima of the rows, lane by lane.
void compute_scores(const Head& head, const Panel& panel, std::size_t tile, FloatBatch (&maxima)[kPanelRows]) noexcept;

// Bias of panel row r for the keys of the span, up to its last column: in the plan's table, else copied to `scratch`.
const float* copy_bias_row(const Head& head, const Panel& panel, std::size_t r, const Span& span,
                           float* scratch) noexcept;
inline const float* bias_row(const Head& head, const Panel& panel, std::size_t r, const Span& span,
                             float* scratch) noexcept {
  // The last register may reach past the end of the table.
  if (panel.first_rows && span.columns == span.length)
    return head.plan.relative_bias->row(head.index) + (*panel.first_rows)[r] + span.first;
  return copy_bias_row(head, panel, r, span, scratch);
}

// score_rows = scaled products of the panel with all the keys that it sees, for terms that need whole rows.
void keep_score_rows(const Head& head, const Panel& panel) noexcept;

}  // namespace posenc
