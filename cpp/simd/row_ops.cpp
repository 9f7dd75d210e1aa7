#include "simd/row_ops.hpp"

#include <algorithm>

#include "simd/batch.hpp"

namespace posenc {

void cap_and_bias_row(float* row, std::size_t length, float softcap, const float* bias) noexcept {
  for (std::size_t at = 0; at < length; at += kLanes) {
    FloatBatch score = FloatBatch::load_aligned(row + at);
    if (softcap > 0) score = FloatBatch(softcap) * xsimd::tanh(score / FloatBatch(softcap));
    if (bias) score += FloatBatch::load_unaligned(bias + at);
    score.store_aligned(row + at);
  }
}

void scale_row(float* row, std::size_t length, float factor) noexcept {
  for (std::size_t at = 0; at < length; at += kLanes)
    (FloatBatch::load_aligned(row + at) * FloatBatch(factor)).store_aligned(row + at);
}

float exponential(float x) noexcept {
  return xsimd::exp(FloatBatch(x)).get(0);
}

}  // namespace posenc
