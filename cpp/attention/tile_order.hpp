// In which order a block of queries meets its tiles, and which of them it may leave out.
//
// With a bias by relative position (ALiBi, T5, KERPLE, Sandwich) the tile of the largest bias comes first, then the
// tiles before it, then those behind it: the maxima of the rows are soon near their final values. A tile whose scores
// cannot come within kExpCut of them has weights that are exactly 0, so leaving it out changes no bit:
//
//   |q·k| <= |q| |k|, so score <= max |q| max |k| + max bias < maximum + kExpCut
//
// A row's maximum is at most max |q| max |k| plus the head's largest bias, so where that and the bound above lie less
// than kExpCut apart for all tiles, none is ever looked at.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// Once per head: norms of its keys and maxima of its bias, by tiles.
void prepare_tile_order(const Head& head) noexcept;

// The tile to begin with: where the bias of the panel's first query is largest, kept within [begin, end).
std::size_t first_tile(const Head& head, const Panel& panel, std::size_t begin, std::size_t end) noexcept;

// The panel's query_norm; after its queries are packed.
std::optional<float> query_norm_of(const Head& head, const Panel& panel) noexcept;

// Whether every weight of the panel, which has a query_norm, with this tile is exactly 0.
bool is_negligible(const Head& head, const Panel& panel, std::size_t tile) noexcept;

}  // namespace posenc
