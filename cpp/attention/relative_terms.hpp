// The slots of the plan with a vector per relative position: keys (Shaw, Transformer-XL, DeBERTa's content to
// position), queries (DeBERTa's position to content) and values (Shaw).
//
// A panel multiplies its queries with the rows of the table that its keys need, once; each pair then picks its own
// product. So Transformer-XL costs one more product of the size of q·k, and a table of R rows at most 4 R head_dim a
// panel, whatever the number of keys. Where rows of consecutive keys follow each other, runs of them are taken at once.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// Once per head.
void prepare_relative_tables(const Head& head) noexcept;

// Once per panel, after its queries are packed.
void multiply_relative_keys(const Head& head, const Panel& panel) noexcept;

// What the tables add to the scores of each panel row, where that is one number for the whole span, as Shaw's keys do
// beyond the clip.
std::optional<std::array<float, kPanelRows>> shared_relative_scores(const Head& head, const Panel& panel,
                                                                    const Span& span) noexcept;

// What keys and queries of the tables add to the scores of panel row r, added to terms [columns] or set there.
enum class Placing { add, set };
void put_relative_scores(const Head& head, const Panel& panel, std::size_t row, const Span& span, Placing placing,
                         float* terms) noexcept;

// Weights of a tile join those of their rows: Σ weight per table row, corrected like every online sum.
void gather_relative_weights(const Head& head, const Panel& panel, std::size_t row, const Span& span,
                             const float* weights) noexcept;

// output_panels[slot][r] += Σ_row weight[r][row] values[row]
void add_relative_values(const Head& head, const Panel& panel) noexcept;

}  // namespace posenc
