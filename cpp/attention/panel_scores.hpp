// Scores of a panel with a tile of keys: product, terms of the plan, cap, mask.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// score_tile[r][c] for the columns of the span, -infinity where hidden; maxima of the rows, lane by lane.
void compute_scores(const Head& head, const Panel& panel, std::size_t tile, FloatBatch (&maxima)[kPanelRows]) noexcept;

// Bias of query i for the keys of the span, with zeros up to its last column: in the plan's table, or in `scratch`.
const float* bias_row(const Head& head, std::size_t i, const Span& span, float* scratch) noexcept;

// score_rows = scaled products of the panel with all the keys that it sees, for terms that need whole rows.
void keep_score_rows(const Head& head, const Panel& panel) noexcept;

}  // namespace posenc
