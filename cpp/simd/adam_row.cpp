#include "simd/adam_row.hpp"

#include "simd/batch.hpp"

namespace posenc {

void adam_row(const AdamFactors& factors, const float* gradients, std::size_t length, const AdamState& state) noexcept {
  const FloatBatch share(factors.share), beta1(factors.beta1), beta2(factors.beta2);
  const FloatBatch rest1(1 - factors.beta1), rest2(1 - factors.beta2);
  const FloatBatch second(factors.second), epsilon(factors.epsilon), rate(factors.rate), keep(factors.keep);
  for (std::size_t at = 0; at < length; at += kLanes) {
    const FloatBatch g = share * FloatBatch::load_aligned(gradients + at);
    const FloatBatch m = beta1 * FloatBatch::load_aligned(state.first + at) + rest1 * g;
    const FloatBatch v = beta2 * FloatBatch::load_aligned(state.second + at) + rest2 * (g * g);
    m.store_aligned(state.first + at);
    v.store_aligned(state.second + at);
    const FloatBatch moved =
        keep * FloatBatch::load_aligned(state.parameters + at) - rate * m / (second * xsimd::sqrt(v) + epsilon);
    moved.store_aligned(state.parameters + at);
  }
}

}  // namespace posenc
