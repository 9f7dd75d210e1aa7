// The slots of the plan with a vector per relative position: keys (Shaw, Transformer-XL, DeBERTa's content to
// position), queries (DeBERTa's position to content) and values (Shaw).
//
// A panel multiplies its queries with the whole table once; each pair then picks its own product. So a table of R rows
// costs 4 R head_dim a panel, whatever the number of keys.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// Once per head.
void prepare_relative_tables(const Head& head) noexcept;

// Once per panel, after its queries are loaded.
void multiply_relative_keys(const Head& head) noexcept;

// scores [kTileKeys] of panel row r += what keys and queries of the tables add.
void add_relative_scores(const Head& head, const Panel& panel, std::size_t row, std::size_t tile,
                         float* scores) noexcept;

// Weights of a tile join those of their rows: Σ weight per table row, corrected like every online sum.
void gather_relative_weights(const Head& head, const Panel& panel, std::size_t row, std::size_t tile,
                             const float* weights, float correction) noexcept;

// output_panel[r] += Σ_row weight[r][row] values[row]
void add_relative_values(const Head& head) noexcept;

}  // namespace posenc
