#include "position/alibi_slopes.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "support/close.hpp"

using namespace posenc;

TEST_CASE("alibi slopes: the authors' rule for any head count, in its own order", "[position][alibi]") {
  const auto check = [](int heads, const std::vector<double>& expected) {
    CHECK_CLOSE(alibi_slopes({}, heads), expected, 1e-10);
  };
  check(1, {1.0 / 256});
  check(3, {0.0625, 0.00390625, 0.25});
  check(6, {0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125});
  check(8, {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625});
  check(12, {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.7071067812, 0.3535533906,
             0.1767766953, 0.08838834765});
}

TEST_CASE("alibi slopes: 112 heads as in BLOOM", "[position][alibi]") {
  const auto slopes = alibi_slopes({}, 112);
  REQUIRE(slopes.size() == 112);
  CHECK(std::abs(slopes[0] - 0.91700404) < 1e-8);
  CHECK(std::abs(slopes[63] - 0.00390625) < 1e-8);
  CHECK(std::abs(slopes[64] - 0.95760328) < 1e-8);
  CHECK(std::abs(slopes[111] - 0.01631678) < 1e-8);
}

TEST_CASE("alibi slopes: the plain series 2^-h is right for 8 heads only", "[position][alibi]") {
  const auto plain = [](int heads) {
    std::vector<double> slopes;
    for (int h = 1; h <= heads; ++h) slopes.push_back(std::exp2(-h));
    return slopes;
  };
  CHECK(alibi_slopes({}, 8) == plain(8));
  for (const int heads : {1, 2, 3, 4, 6, 7, 9, 12, 16}) CHECK(alibi_slopes({}, heads) != plain(heads));
}

TEST_CASE("alibi slopes: bias_max, and the paper's series for any count", "[position][alibi]") {
  CHECK_CLOSE(alibi_slopes(Alibi{.alibi_bias_max = 16}, 4),
              (std::vector<double>{1.0 / 16, 1.0 / 256, 1.0 / 4096, 1.0 / 65536}), 1e-15);
  const auto geometric = alibi_slopes(Alibi{.slope_rule = AlibiSlopeRule::geometric}, 6);
  CHECK(std::abs(geometric[0] - 0.396850263) < 1e-9);
  CHECK(alibi_slopes(Alibi{.slope_rule = AlibiSlopeRule::geometric}, 16) == alibi_slopes({}, 16));
}
