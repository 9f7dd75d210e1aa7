#include "position/rope_frequencies.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

using namespace posenc;

TEST_CASE("rope frequencies: a geometric series from 1", "[position][rotary]") {
  const auto inv_freq = rope_frequencies(8, 10000);
  REQUIRE(inv_freq.size() == 4);
  CHECK(inv_freq[0] == 1);
  CHECK(std::abs(inv_freq[1] - 0.1) < 1e-15);
  CHECK(std::abs(inv_freq[2] - 0.01) < 1e-16);
  CHECK(std::abs(inv_freq[3] - 0.001) < 1e-17);
}

TEST_CASE("rope frequencies: the exponent is over the rotary width, not the head's", "[position][rotary]") {
  // head_dim 16 with a quarter turning: width 4, so the second pair turns by 0.01 and not by 0.316227766.
  CHECK(std::abs(rope_frequencies(4, 10000)[1] - 0.01) < 1e-16);
  CHECK(std::abs(rope_frequencies(16, 10000)[1] - 0.316227766) < 1e-9);
}

TEST_CASE("rope frequencies: other bases", "[position][rotary]") {
  // Llama 3 (500000, width 128), pair 29 before scaling.
  CHECK(std::abs(rope_frequencies(128, 500000)[29] / 0.002616099253 - 1) < 1e-9);
}
