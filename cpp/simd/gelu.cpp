#include "simd/gelu.hpp"

#include "simd/exp.hpp"

namespace posenc {

namespace {

constexpr float kCubic = 0.044715f;
constexpr float kTwice = 1.5957691216057308f;  // 2 sqrt(2 / pi)

// The exponent never rises above 0, where exp.hpp is defined.
FloatBatch sigmoid(const FloatBatch& z, const Exponential<FloatBatch>& exponential) {
  const FloatBatch power = exponential(-xsimd::abs(z)), one(1.0f);
  return xsimd::select(z < FloatBatch(0.0f), power, one) / (one + power);
}

}  // namespace

void gelu_row(const float* x, std::size_t length, float* y) noexcept {
  const Exponential<FloatBatch> exponential;
  for (std::size_t at = 0; at < length; at += kLanes) {
    const FloatBatch v = FloatBatch::load_aligned(x + at);
    const FloatBatch z = FloatBatch(kTwice) * v * (FloatBatch(1.0f) + FloatBatch(kCubic) * v * v);
    (v * sigmoid(z, exponential)).store_aligned(y + at);
  }
}

// s + x s (1 - s) z', z' = 2 c (1 + 3 · 0.044715 x²)
void gelu_row_backward(const float* x, std::size_t length, float* d) noexcept {
  const Exponential<FloatBatch> exponential;
  const FloatBatch one(1.0f);
  for (std::size_t at = 0; at < length; at += kLanes) {
    const FloatBatch v = FloatBatch::load_aligned(x + at), square = FloatBatch(kCubic) * v * v;
    const FloatBatch s = sigmoid(FloatBatch(kTwice) * v * (one + square), exponential);
    const FloatBatch slope = FloatBatch(kTwice) * (one + FloatBatch(3.0f) * square);
    (FloatBatch::load_aligned(d + at) * (s + v * s * (one - s) * slope)).store_aligned(d + at);
  }
}

}  // namespace posenc
