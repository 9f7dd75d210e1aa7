#include "analysis/frequencies.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/error.hpp"

using namespace posenc;

namespace {

int count(const Frequencies& found, PairRegime regime) {
  return static_cast<int>(std::ranges::count(found.regime, regime));
}

}  // namespace

TEST_CASE("frequencies: regimes and turns of Llama 3.1", "[analysis][rotary]") {
  const Frequencies found = frequencies({Rotary{.rope_theta = 5e5, .scaling = Llama3Scaling{8, 1, 4, 8192}}, 128});
  CHECK(found.rotary_dim == 128);
  CHECK(found.length == 8192);
  CHECK(count(found, PairRegime::kept) == 29);
  CHECK(count(found, PairRegime::blended) == 6);
  CHECK(count(found, PairRegime::scaled) == 29);
  CHECK(found.interpolated[0] == 0);
  CHECK(std::abs(found.interpolated[63] - 1) < 1e-15);
  // smooth = 0.803621042 of pair 29 is kept.
  CHECK(std::abs(1 - found.interpolated[29] - 0.803621042) < 1e-9);
  CHECK(std::abs(found.turns[0] - 8192 / 6.283185307179586) < 1e-9);
  CHECK(found.turns[34] > 1);
  CHECK(found.turns[35] < 1);  // the pairs that are divided never turned once in training
  CHECK(std::abs(found.scale - 1 / std::sqrt(128.0)) < 1e-16);
}

TEST_CASE("frequencies: pairs that stand still, and pairs of lists", "[analysis][rotary]") {
  const Frequencies still = frequencies({Rotary{.type = RotaryType::proportional, .partial_rotary_factor = 0.25}, 64});
  CHECK(count(still, PairRegime::still) == 24);
  CHECK(std::isinf(still.wavelength[63 / 2]));
  CHECK(still.turns.empty());
  const LongRopeScaling lists{.short_factor = {1, 1.5, 40, 2},
                              .long_factor = {1, 1, 1, 1},
                              .original_max_position_embeddings = 64,
                              .factor = 4};
  const Frequencies other = frequencies({Rotary{.scaling = lists}, 8});
  CHECK(other.regime == std::vector{PairRegime::kept, PairRegime::blended, PairRegime::other, PairRegime::blended});
}

TEST_CASE("frequencies: the length is asked for, the method's, or the original one", "[analysis][rotary]") {
  const Rotary method{.scaling = DynamicNtkScaling{2, 2048}, .length = 4096};
  CHECK(std::abs(frequencies({method, 128, 8192}).base / 72195.86009 - 1) < 1e-9);
  CHECK(std::abs(frequencies({method, 128}).base / 30527.73675 - 1) < 1e-9);
  CHECK(frequencies({Rotary{.scaling = method.scaling}, 128}).base == 1e4);
  CHECK_THROWS_AS(frequencies({Rotary{.rotary_dim = 3}, 8}), Error);
  CHECK_THROWS_AS(frequencies({Rotary{}, 7}), Error);
}
