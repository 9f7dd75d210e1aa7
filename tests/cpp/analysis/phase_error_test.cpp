#include "analysis/phase_error.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "position/lower_rotation.hpp"

using namespace posenc;

namespace {

PhaseError at(const Rotary& method, int width, double position) {
  return phase_error({method, width}, {&position, 1});
}

}  // namespace

TEST_CASE("phase error: none without rounding", "[analysis][rotary]") {
  const PhaseError found = at(Rotary{.rope_theta = 5e5}, 128, 131071);
  CHECK(found.phase[0] == 0);
  CHECK(found.cosine[0] == 0);
}

TEST_CASE("phase error: frequencies in bfloat16 are off by turns", "[analysis][rotary]") {
  const PhaseError found = at(Rotary{.rope_theta = 5e5, .precision = {.inv_freq = FloatFormat::bfloat16}}, 128, 8191);
  CHECK(std::abs(found.phase[0] - 14.65383123) < 1e-8);
  CHECK(found.pair[0] == 1);
}

TEST_CASE("phase error: a product in float32, and a running product", "[analysis][rotary]") {
  const AnglePrecision single{FloatFormat::float32, FloatFormat::float32, FloatFormat::float32, FloatFormat::float32};
  AnglePrecision running = single;
  running.series = AngleSeries::running;
  // The errors of the cosine that methods of both kinds are known to have at these positions.
  CHECK(std::abs(at(Rotary{.precision = running}, 128, 4095).cosine[0] - 4.1e-4) < 5e-6);
  CHECK(std::abs(at(Rotary{.precision = running}, 128, 131071).cosine[0] - 1.2e-2) < 5e-5);
  CHECK(std::abs(at(Rotary{.precision = running}, 128, 1048575).cosine[0] - 8.5e-2) < 5e-4);
  CHECK(at(Rotary{.precision = single}, 128, 131071).cosine[0] < 5e-3);
  // Half a unit in the last place of the frequency and of the angle bounds the phase.
  CHECK(at(Rotary{.precision = single}, 128, 131071).phase[0] < 131071 * 0x1p-24);
}

TEST_CASE("phase error: float16 loses angles above 2048, and positions above 65504 altogether", "[analysis][rotary]") {
  // 1857 * 10000^(-1/16) = 1044.267841, which float16 holds as 1045 when the frequency is rounded before.
  const Rotary half{.precision = {.inv_freq = FloatFormat::float16, .angle = FloatFormat::float16}};
  const AttentionShape shape{1, 1, 1, 1, 32, 32};
  const auto pairs = rotary_pairs(half, shape, 1).pairs;
  const std::vector<double> here(16, 1857);
  CHECK(rotary_angles(half, pairs, here, 32)[1] == 1045);
  CHECK(std::abs(std::cos(1857 * pairs[1].inv_freq) - 0.3066928098) < 1e-9);
  CHECK(std::abs(std::cos(1045.0) - -0.4081646206) < 1e-9);
  const PhaseError lost = at(Rotary{.precision = {.position = FloatFormat::float16}}, 32, 65520);
  CHECK(std::isinf(lost.phase[0]));
  CHECK(lost.cosine[0] == 2);
}
