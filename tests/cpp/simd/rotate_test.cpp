#include "simd/rotate.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <vector>

#include "base/random.hpp"

using namespace posenc;

namespace {

struct Rotated {
  std::vector<float> from, cosine, sine, half_split, interleaved;
};

Rotated rotate_random(std::size_t width) {
  Random random(width);
  Rotated rotated;
  for (std::size_t c = 0; c < width; ++c) rotated.from.push_back(static_cast<float>(random.uniform(-2, 2)));
  for (std::size_t r = 0; r < width / 2; ++r) {
    const double angle = random.uniform(-10, 10);
    rotated.cosine.push_back(static_cast<float>(std::cos(angle)));
    rotated.sine.push_back(static_cast<float>(std::sin(angle)));
  }
  rotated.half_split.resize(width);
  rotated.interleaved.resize(width);
  rotate_half_split(rotated.cosine.data(), rotated.sine.data(), width, rotated.from.data(), rotated.half_split.data());
  rotate_interleaved(rotated.cosine.data(), rotated.sine.data(), width, rotated.from.data(),
                     rotated.interleaved.data());
  return rotated;
}

}  // namespace

TEST_CASE("rotate: every pair turns, whatever the width", "[simd][rotary]") {
  const std::size_t width = GENERATE(2u, 4u, 6u, 8u, 16u, 18u, 34u, 64u, 128u);
  const Rotated rotated = rotate_random(width);
  for (std::size_t r = 0; r < width / 2; ++r) {
    const float c = rotated.cosine[r], s = rotated.sine[r];
    // The same three roundings as the SIMD path: equal bits, not merely close.
    const float x = rotated.from[r], y = rotated.from[width / 2 + r];
    const float xc = x * c, ys = y * s, xs = x * s, yc = y * c;
    CHECK(rotated.half_split[r] == xc - ys);
    CHECK(rotated.half_split[width / 2 + r] == xs + yc);
    const float u = rotated.from[2 * r], v = rotated.from[2 * r + 1];
    const float uc = u * c, vs = v * s, us = u * s, vc = v * c;
    CHECK(rotated.interleaved[2 * r] == uc - vs);
    CHECK(rotated.interleaved[2 * r + 1] == us + vc);
  }
}

TEST_CASE("rotate: in place gives the same", "[simd][rotary]") {
  const Rotated rotated = rotate_random(18);
  std::vector<float> half = rotated.from, interleaved = rotated.from;
  rotate_half_split(rotated.cosine.data(), rotated.sine.data(), 18, half.data(), half.data());
  rotate_interleaved(rotated.cosine.data(), rotated.sine.data(), 18, interleaved.data(), interleaved.data());
  CHECK(half == rotated.half_split);
  CHECK(interleaved == rotated.interleaved);
}
