#include "position/sinusoidal.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/close.hpp"

using namespace posenc;

TEST_CASE("sinusoidal: the paper's table for width 6", "[position][sinusoidal]") {
  const std::vector<double> one{1};
  const Tensor<float, 2> table = sinusoidal_table(one, 6, 10000);
  const std::vector<double> expected{0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768};
  const Tensor<double, 2> row = packed<double>(table);
  CHECK_CLOSE(row.numbers(), expected, 5e-8);
}

TEST_CASE("sinusoidal: PE(p + k) is a rotation of PE(p) that does not depend on p", "[position][sinusoidal]") {
  constexpr int width = 8;
  const double shift = 5;
  for (const double position : {0.0, 3.0, 1000.0, 131071.0}) {
    const std::vector<double> both{position, position + shift};
    const Tensor<float, 2> table = sinusoidal_table(both, width, 10000);
    for (int r = 0; r < width / 2; ++r) {
      const double angle = shift * std::pow(10000.0, -2.0 * r / width);
      const double sine = table(0, 2 * r), cosine = table(0, 2 * r + 1);
      CHECK(std::abs(table(1, 2 * r) - (sine * std::cos(angle) + cosine * std::sin(angle))) < 2e-7);
      CHECK(std::abs(table(1, 2 * r + 1) - (cosine * std::cos(angle) - sine * std::sin(angle))) < 2e-7);
    }
  }
}

TEST_CASE("sinusoidal: the dot product of two positions depends on their difference only", "[position][sinusoidal]") {
  for (const double position : {0.0, 1.0, 5.0}) {
    const std::vector<double> both{position, position + 1};
    const Tensor<float, 2> table = sinusoidal_table(both, 4, 10000);
    double dot = 0;
    for (int c = 0; c < 4; ++c) dot += static_cast<double>(table(0, c)) * static_cast<double>(table(1, c));
    CHECK(std::abs(dot - 1.540252306) < 2e-7);  // cos 1 + cos 0.01
  }
}

TEST_CASE("sinusoidal: angles at large positions keep one rounding of float", "[position][sinusoidal]") {
  const std::vector<double> far{131071};
  const Tensor<float, 2> table = sinusoidal_table(far, 128, 10000);
  for (int r = 0; r < 64; ++r) {
    const double angle = 131071 * std::pow(10000.0, -2.0 * r / 128);
    CHECK(std::abs(table(0, 2 * r + 1) - std::cos(angle)) <= 0x1p-25 + 1e-9);
  }
}
