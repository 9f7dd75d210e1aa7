#include "bench/peak.hpp"

#include "simd/batch.hpp"

namespace posenc::bench {

namespace {

constexpr int kChains = 12;
alignas(64) float operands[2][16] = {{0.999f, 0.998f, 0.997f, 0.996f}, {1e-3f, 2e-3f, 3e-3f, 4e-3f}};
volatile float sink;

}  // namespace

double run_peak(std::int64_t steps) noexcept {
  const float* pointer = &operands[0][0];
  asm volatile("" : "+r"(pointer));
  const FloatBatch factor = FloatBatch::load_aligned(pointer), term = FloatBatch::load_aligned(pointer + 16);
  FloatBatch chain[kChains];
  for (int c = 0; c < kChains; ++c) chain[c] = FloatBatch(static_cast<float>(c));
  for (std::int64_t step = 0; step < steps; ++step)
    for (int c = 0; c < kChains; ++c) chain[c] = xsimd::fma(chain[c], factor, term);
  FloatBatch sum = chain[0];
  for (int c = 1; c < kChains; ++c) sum += chain[c];
  sink = xsimd::reduce_add(sum);
  return 2.0 * static_cast<double>(steps) * kChains * static_cast<double>(kLanes);
}

}  // namespace posenc::bench
