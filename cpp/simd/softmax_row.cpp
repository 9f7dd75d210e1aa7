#include "simd/softmax_row.hpp"

#include <algorithm>
#include <cmath>

#include "base/tensor.hpp"
#include "simd/exp.hpp"

namespace posenc {

float log_sum_exp_row(const float* row, std::size_t length) noexcept {
  const Exponential<FloatBatch> exponential;
  float largest = row[0];
  for (std::size_t at = 1; at < length; ++at) largest = std::max(largest, row[at]);
  FloatBatch sums(0.0f);
  std::size_t at = 0;
  for (; at + kLanes <= length; at += kLanes)
    sums += exponential(FloatBatch::load_aligned(row + at) - FloatBatch(largest));
  float sum = xsimd::reduce_add(sums);
  for (; at < length; ++at) sum += exponential(FloatBatch(row[at] - largest)).get(0);
  return largest + std::log(sum);
}

void softmax_row(float* row, std::size_t length, float log_sum_exp, float share) noexcept {
  const Exponential<FloatBatch> exponential;
  const std::size_t padded = padded_length<float>(length);
  for (std::size_t at = 0; at < padded; at += kLanes) {
    // A logit may lie a rounding above the log-sum-exp of its row.
    const FloatBatch below = xsimd::min(FloatBatch::load_aligned(row + at) - FloatBatch(log_sum_exp), FloatBatch(0.0f));
    (exponential(below) * FloatBatch(share)).store_aligned(row + at);
  }
  std::fill(row + length, row + padded, 0.0f);
}

}  // namespace posenc
