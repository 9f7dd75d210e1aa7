#include "simd/norm_rows.hpp"

#include <cmath>

#include "base/tensor.hpp"
#include "simd/batch.hpp"

namespace posenc {

NormStatistics norm_row(const float* x, std::size_t width, const NormWeights& weights, float* y) noexcept {
  const std::size_t padded = padded_length<float>(width);
  const auto count = static_cast<float>(width);
  float mean = 0;
  if (weights.bias) {
    FloatBatch sums(0.0f);
    for (std::size_t c = 0; c < padded; c += kLanes) sums += FloatBatch::load_aligned(x + c);
    mean = xsimd::reduce_add(sums) / count;
  }
  FloatBatch squares(0.0f);
  for (std::size_t c = 0; c < padded; c += kLanes) {
    const FloatBatch centered = FloatBatch::load_aligned(x + c) - FloatBatch(mean);
    squares = xsimd::fma(centered, centered, squares);
  }
  // The padding counted as zeros less the mean.
  const float sum = xsimd::reduce_add(squares) - static_cast<float>(padded - width) * mean * mean;
  const float inverse = 1 / std::sqrt(sum / count + kNormEpsilon);
  for (std::size_t c = 0; c < padded; c += kLanes) {
    const FloatBatch normed = (FloatBatch::load_aligned(x + c) - FloatBatch(mean)) * FloatBatch(inverse);
    FloatBatch scaled = normed * FloatBatch::load_aligned(weights.weight + c);
    if (weights.bias) scaled += FloatBatch::load_aligned(weights.bias + c);
    scaled.store_aligned(y + c);
  }
  return {mean, inverse};
}

// With n = (x - mean) inverse and g = d_y weight: d_x = inverse (g - mean(g) - n mean(g n)), without mean(g) for RMS.
void norm_row_backward(const float* x, std::size_t width, const NormWeights& weights, const NormStatistics& statistics,
                       const float* d_y, const NormGradients& gradients) noexcept {
  const std::size_t padded = padded_length<float>(width);
  const FloatBatch mean(statistics.mean), inverse(statistics.inverse);
  FloatBatch sums(0.0f), products(0.0f);
  for (std::size_t c = 0; c < padded; c += kLanes) {
    const FloatBatch normed = (FloatBatch::load_aligned(x + c) - mean) * inverse;
    const FloatBatch d = FloatBatch::load_aligned(d_y + c), g = d * FloatBatch::load_aligned(weights.weight + c);
    sums += g;
    products = xsimd::fma(g, normed, products);
    (FloatBatch::load_aligned(gradients.weight + c) + d * normed).store_aligned(gradients.weight + c);
    if (gradients.bias) (FloatBatch::load_aligned(gradients.bias + c) + d).store_aligned(gradients.bias + c);
  }
  const auto count = static_cast<float>(width);
  const FloatBatch g_mean(weights.bias ? xsimd::reduce_add(sums) / count : 0.0f);
  const FloatBatch product_mean(xsimd::reduce_add(products) / count);
  for (std::size_t c = 0; c < padded; c += kLanes) {
    const FloatBatch normed = (FloatBatch::load_aligned(x + c) - mean) * inverse;
    const FloatBatch g = FloatBatch::load_aligned(d_y + c) * FloatBatch::load_aligned(weights.weight + c);
    const FloatBatch d_x = inverse * (g - g_mean - normed * product_mean);
    (FloatBatch::load_aligned(gradients.x + c) + d_x).store_aligned(gradients.x + c);
  }
  for (std::size_t c = width; c < padded; ++c) gradients.x[c] = 0;
}

}  // namespace posenc
