#include "analysis/rotary_difference.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "analysis/score_curve.hpp"
#include "base/error.hpp"

using namespace posenc;

TEST_CASE("rotary difference: a lost base is found by ratio, cosine and first position", "[analysis][rotary]") {
  // Llama 3.2: base 500000 with llama3 scaling by 8 on width 64, and the same read as base 10000 without scaling.
  const RotaryRequest right{Rotary{.rope_theta = 5e5, .scaling = Llama3Scaling{8, 1, 4, 8192}}, 64};
  const RotaryRequest wrong{Rotary{}, 64};
  const std::vector<double> positions{0, 1, 2000};
  const RotaryDifference found = rotary_difference(right, wrong, positions, {0.01, 4096});
  CHECK(found.ratio[0] == 1);
  CHECK(std::abs(found.ratio[31] - 353.9705892) < 1e-6);
  CHECK(found.cosine[0] == 1);
  CHECK(found.cosine[2] < 0.7);
  REQUIRE(found.first_difference);
  const double first = *found.first_difference, before = first - 1;
  const auto gap = [&](double p) {
    return std::abs(score_curve(right, {&p, 1}).mean[0] - score_curve(wrong, {&p, 1}).mean[0]);
  };
  CHECK(gap(first) > 0.01);
  CHECK(gap(before) <= 0.01);
  CHECK(found.largest_difference >= gap(first));
  CHECK(found.score_a[0] == 1);
}

TEST_CASE("rotary difference: none between equal methods", "[analysis][rotary]") {
  const double position = 9;
  const RotaryDifference found =
      rotary_difference({Rotary{}, 16}, {Rotary{.scaling = LinearScaling{1}}, 16}, {&position, 1}, {0, 10000});
  CHECK_FALSE(found.first_difference);
  CHECK(found.largest_difference == 0);
  CHECK(found.cosine[0] == 1);
}

TEST_CASE("rotary difference: both must turn as many channels", "[analysis][rotary][errors]") {
  const double position = 1;
  try {
    rotary_difference({Rotary{}, 16}, {Rotary{}, 32}, {&position, 1}, {});
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "b.method.rotary_dim: expected as many channels that turn as in a (16), got 32");
  }
}
