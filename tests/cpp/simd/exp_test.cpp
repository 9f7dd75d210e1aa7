#include "simd/exp.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace posenc;

namespace {

float exp_of(float x) {
  return Exponential<FloatBatch>()(FloatBatch(x)).get(0);
}

// The stated bound, as a share of it.
double share_of_bound(float x, float result) {
  const double exact = std::exp(static_cast<double>(x));
  return std::abs(result - exact) / ((2.5e-7 + 1.2e-7 * -static_cast<double>(x)) * exact);
}

// The worst share over every `step`-th bit pattern from -0 down to the cut.
double worst_share(std::uint32_t step) {
  const Exponential<FloatBatch> exponential;
  const std::uint32_t last = std::bit_cast<std::uint32_t>(std::nextafter(kExpCut, 0.0f));
  double worst = 0;
  alignas(64) float arguments[kLanes], results[kLanes];
  for (std::uint32_t bits = 0x80000000u; bits <= last;) {
    for (std::size_t lane = 0; lane < kLanes; ++lane, bits += step)
      arguments[lane] = std::bit_cast<float>(std::min(bits, last));
    exponential(FloatBatch::load_aligned(arguments)).store_aligned(results);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double share = share_of_bound(arguments[lane], results[lane]);
      if (!(share <= worst)) worst = share;  // NaN wins
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("exp: within its stated error from 0 to the cut", "[simd]") {
  CHECK(worst_share(1013) < 1);
}

// Ten seconds, and the same bits in every build without FMA: once is enough.
#if !defined(__EMSCRIPTEN__) && !defined(__AVX2__) && !defined(POSENC_ASSERTIONS)
TEST_CASE("exp: within its stated error at every bit pattern from 0 to the cut", "[simd]") {
  CHECK(worst_share(1) < 1);
}
#endif

TEST_CASE("exp: exactly 1 at 0, and exactly 0 from the cut on", "[simd]") {
  CHECK(exp_of(0) == 1);
  CHECK(exp_of(-0.0f) == 1);
  CHECK(exp_of(kExpCut) == 0);
  CHECK(exp_of(std::nextafter(kExpCut, 0.0f)) > 0);
  for (const float x : {-45.0f, -1e4f, std::numeric_limits<float>::lowest(), -std::numeric_limits<float>::infinity()})
    CHECK(exp_of(x) == 0);
  CHECK(std::isnan(exp_of(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("exp: every lane has its own argument", "[simd]") {
  alignas(64) float arguments[kLanes], results[kLanes];
  for (std::size_t lane = 0; lane < kLanes; ++lane) arguments[lane] = -static_cast<float>(lane);
  Exponential<FloatBatch>()(FloatBatch::load_aligned(arguments)).store_aligned(results);
  for (std::size_t lane = 0; lane < kLanes; ++lane) CHECK(results[lane] == exp_of(arguments[lane]));
}
