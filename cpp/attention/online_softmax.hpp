// Softmax over keys that arrive a tile at a time, four rows at once (Milakov, Gimelshein 2018; Dao et al. 2022).
//
//   after each tile: m' = max(m, max s),  sum' = sum e^(m - m') + Σ e^(s - m'),
//                    output' = output e^(m - m') + Σ e^(s - m') v
//
// The final output / sum equals the softmax over all keys at once, but for rounding. `sum` stays 0 for a row that saw
// no key. Each tile is summed in fresh registers before it joins the total, which keeps long rows accurate.
#pragma once

#include <limits>

#include "simd/exp.hpp"
#include "simd/panel_product.hpp"
#include "simd/row_statistics.hpp"

namespace posenc {

struct PanelSoftmax {
  // Finite, so that "hidden" (-infinity) less it is -infinity and never NaN.
  alignas(16) float maximum[kPanelRows];
  alignas(16) float sum[kPanelRows];
  alignas(16) float tile_sum[kPanelRows];    // Σ of the last tile alone
  alignas(16) float correction[kPanelRows];  // by which what was accumulated before the last tile must be multiplied

  void reset() noexcept {
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      maximum[r] = std::numeric_limits<float>::lowest();
      sum[r] = correction[r] = 0;
    }
  }

  // Takes in scores [4][Stride], -infinity where hidden, and turns them into e^(score - maximum). `columns` is a whole
  // number of registers; `in_tile` holds the maxima of the rows, lane by lane.
  template <std::size_t Stride>
  void absorb(float* scores, std::size_t columns, const FloatBatch (&in_tile)[kPanelRows]) noexcept {
    const RowValues before = RowValues::load_aligned(maximum);
    const RowValues now = xsimd::max(before, maxima_of_rows(in_tile));
    const RowValues change = Exponential<RowValues>()(before - now);
    now.store_aligned(maximum);
    change.store_aligned(correction);
    FloatBatch sums[kPanelRows];
    const Exponential<FloatBatch> exponential;
    for (std::size_t r = 0; r < kPanelRows; ++r) {
      const FloatBatch largest(maximum[r]);
      FloatBatch row_sum(0.0f);
      for (std::size_t c = 0; c < columns; c += kLanes) {
        const FloatBatch weight = exponential(FloatBatch::load_aligned(scores + r * Stride + c) - largest);
        weight.store_aligned(scores + r * Stride + c);
        row_sum += weight;
      }
      sums[r] = row_sum;
    }
    const RowValues of_tile = sums_of_rows(sums);
    of_tile.store_aligned(tile_sum);
    (RowValues::load_aligned(sum) * change + of_tile).store_aligned(sum);
  }
};

}  // namespace posenc
