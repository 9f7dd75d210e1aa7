#include "simd/row_ops.hpp"

#include <algorithm>

#include "simd/batch.hpp"

namespace posenc {

void cap_and_bias_row(float* row, std::size_t length, float softcap, const float* bias) noexcept {
  for (std::size_t at = 0; at < length; at += kLanes) {
    FloatBatch score = FloatBatch::load_aligned(row + at);
    if (softcap > 0) score = FloatBatch(softcap) * xsimd::tanh(score / FloatBatch(softcap));
    if (bias) score += FloatBatch::load_aligned(bias + at);
    score.store_aligned(row + at);
  }
}

float maximum_of_row(const float* row, std::size_t length) noexcept {
  FloatBatch largest = FloatBatch::load_aligned(row);
  for (std::size_t at = kLanes; at < length; at += kLanes)
    largest = xsimd::max(largest, FloatBatch::load_aligned(row + at));
  return xsimd::reduce_max(largest);
}

float exponentiate_row(float* row, std::size_t length, float maximum) noexcept {
  FloatBatch sum(0.0f);
  for (std::size_t at = 0; at < length; at += kLanes) {
    const FloatBatch weight = xsimd::exp(FloatBatch::load_aligned(row + at) - FloatBatch(maximum));
    weight.store_aligned(row + at);
    sum += weight;
  }
  return xsimd::reduce_add(sum);
}

void scale_row(float* row, std::size_t length, float factor) noexcept {
  for (std::size_t at = 0; at < length; at += kLanes)
    (FloatBatch::load_aligned(row + at) * FloatBatch(factor)).store_aligned(row + at);
}

float exponential(float x) noexcept {
  return xsimd::exp(FloatBatch(x)).get(0);
}

}  // namespace posenc
