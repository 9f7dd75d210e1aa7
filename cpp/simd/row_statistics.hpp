// One number for each of the four rows of a panel, from a register per row.
#pragma once

#include "simd/panel_product.hpp"

namespace posenc {

// Four lanes whatever the width of the build's registers: lane r belongs to row r.
using RowValues = xsimd::make_sized_batch_t<float, kPanelRows>;

template <class Combine>
RowValues across_rows(const FloatBatch (&rows)[kPanelRows], Combine combine) {
  if constexpr (kLanes == kPanelRows) {
    FloatBatch columns[kPanelRows] = {rows[0], rows[1], rows[2], rows[3]};
    xsimd::transpose(columns, columns + kPanelRows);
    return combine(combine(columns[0], columns[1]), combine(columns[2], columns[3]));
  } else {
    alignas(64) float lanes[kPanelRows][kLanes];
    alignas(16) float result[kPanelRows];
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      rows[r].store_aligned(lanes[r]);
      RowValues part = RowValues::load_aligned(lanes[r]);
      for (std::size_t at = kPanelRows; at < kLanes; at += kPanelRows)
        part = combine(part, RowValues::load_aligned(lanes[r] + at));
      alignas(16) float four[kPanelRows];
      part.store_aligned(four);
      RowValues pairs = combine(RowValues(four[0], four[1], 0.0f, 0.0f), RowValues(four[2], four[3], 0.0f, 0.0f));
      pairs.store_aligned(four);
      result[r] = combine(RowValues(four[0]), RowValues(four[1])).get(0);
    }
    return RowValues::load_aligned(result);
  }
}

inline RowValues maxima_of_rows(const FloatBatch (&rows)[kPanelRows]) {
  return across_rows(rows, [](const auto& a, const auto& b) { return xsimd::max(a, b); });
}

inline RowValues sums_of_rows(const FloatBatch (&rows)[kPanelRows]) {
  return across_rows(rows, [](const auto& a, const auto& b) { return a + b; });
}

}  // namespace posenc
