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

void add_to_row(float* row, std::size_t length, float term) noexcept {
  std::size_t at = 0;
  for (; at + kLanes <= length; at += kLanes)
    (FloatBatch::load_unaligned(row + at) + FloatBatch(term)).store_unaligned(row + at);
  for (; at < length; ++at) row[at] += term;
}

void add_rows(float* row, std::size_t length, const float* other) noexcept {
  std::size_t at = 0;
  for (; at + kLanes <= length; at += kLanes)
    (FloatBatch::load_unaligned(row + at) + FloatBatch::load_unaligned(other + at)).store_unaligned(row + at);
  for (; at < length; ++at) row[at] += other[at];
}

float sum_of_row(const float* row, std::size_t length) noexcept {
  FloatBatch sums(0.0f);
  std::size_t at = 0;
  for (; at + kLanes <= length; at += kLanes) sums += FloatBatch::load_unaligned(row + at);
  float sum = xsimd::reduce_add(sums);
  for (; at < length; ++at) sum += row[at];
  return sum;
}

void scale_row(float* row, std::size_t length, float factor) noexcept {
  for (std::size_t at = 0; at < length; at += kLanes)
    (FloatBatch::load_aligned(row + at) * FloatBatch(factor)).store_aligned(row + at);
}

float exponential(float x) noexcept {
  return xsimd::exp(FloatBatch(x)).get(0);
}

}  // namespace posenc
