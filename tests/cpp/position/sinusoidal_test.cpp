#include "position/sinusoidal.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/close.hpp"

using namespace posenc;

TEST_CASE("sinusoidal: the paper's table for width 6", "[position][sinusoidal]") {
  const std::vector<double> one{1};
  const Tensor<double, 2> table = sinusoids(one, 6, {});
  const std::vector<double> expected{0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768};
  CHECK_CLOSE(table.numbers(), expected, 5e-9);
}

TEST_CASE("sinusoidal: PE(p + k) is a rotation of PE(p) that does not depend on p", "[position][sinusoidal]") {
  constexpr int width = 8;
  const double shift = 5;
  for (const double position : {0.0, 3.0, 1000.0, 131071.0}) {
    const std::vector<double> both{position, position + shift};
    const Tensor<double, 2> table = sinusoids(both, width, {});
    for (int r = 0; r < width / 2; ++r) {
      const double angle = shift * std::pow(10000.0, -2.0 * r / width);
      const double sine = table(0, 2 * r), cosine = table(0, 2 * r + 1);
      CHECK(std::abs(table(1, 2 * r) - (sine * std::cos(angle) + cosine * std::sin(angle))) < 1e-9);
      CHECK(std::abs(table(1, 2 * r + 1) - (cosine * std::cos(angle) - sine * std::sin(angle))) < 1e-9);
    }
  }
}

TEST_CASE("sinusoidal: the dot product of two positions depends on their difference only", "[position][sinusoidal]") {
  for (const double position : {0.0, 1.0, 5.0}) {
    const std::vector<double> both{position, position + 1};
    const Tensor<double, 2> table = sinusoids(both, 4, {});
    double dot = 0;
    for (int c = 0; c < 4; ++c) dot += table(0, c) * table(1, c);
    CHECK(std::abs(dot - 1.540252306) < 1e-9);  // cos 1 + cos 0.01
  }
}

TEST_CASE("sinusoidal: angles at large positions stay exact", "[position][sinusoidal]") {
  const std::vector<double> far{131071};
  const Tensor<double, 2> table = sinusoids(far, 128, {});
  for (int r = 0; r < 64; ++r) {
    const double angle = 131071 * std::pow(10000.0, -2.0 * r / 128);
    CHECK(std::abs(table(0, 2 * r + 1) - std::cos(angle)) <= 1e-9);
  }
}

TEST_CASE("sinusoidal: four tables circulate, and differ", "[position][sinusoidal]") {
  const std::vector<double> one{1};
  const auto row = [&](int width, SinusoidalTable table) {
    const Tensor<double, 2> rows = sinusoids(one, width, {10000, table, 0});
    return std::vector<double>(rows.numbers().begin(), rows.numbers().end());
  };
  CHECK_CLOSE(row(4, SinusoidalTable::paper),
              (std::vector<double>{0.8414709848, 0.5403023059, 0.009999833334, 0.9999500004}), 1e-10);
  CHECK_CLOSE(row(4, SinusoidalTable::concatenated),
              (std::vector<double>{0.8414709848, 0.009999833334, 0.5403023059, 0.9999500004}), 1e-10);
  CHECK_CLOSE(row(4, SinusoidalTable::tensor2tensor),
              (std::vector<double>{0.8414709848, 9.999999983e-05, 0.5403023059, 0.999999995}), 1e-10);
  CHECK_CLOSE(row(6, SinusoidalTable::tensor2tensor),
              (std::vector<double>{0.84147098, 0.00999983, 0.0001, 0.54030231, 0.99995000, 0.99999999}), 1e-8);
  CHECK(row(6, SinusoidalTable::fairseq) == row(6, SinusoidalTable::tensor2tensor));
}

TEST_CASE("sinusoidal: a lone pair has frequency 1, never NaN", "[position][sinusoidal]") {
  const std::vector<double> one{1};
  const Tensor<double, 2> row = sinusoids(one, 2, {10000, SinusoidalTable::fairseq, 0});
  CHECK_CLOSE(row.numbers(), (std::vector<double>{0.8414709848, 0.5403023059}), 1e-10);
}

TEST_CASE("sinusoidal: odd widths", "[position][sinusoidal]") {
  const std::vector<double> one{1};
  const auto row = [&](SinusoidalTable table) { return sinusoids(one, 5, {10000, table, 0}); };
  CHECK(std::abs(row(SinusoidalTable::paper)(0, 4) - std::sin(std::pow(10000.0, -0.8))) < 1e-15);
  CHECK(std::abs(row(SinusoidalTable::concatenated)(0, 2) - std::sin(std::pow(10000.0, -0.8))) < 1e-15);
  CHECK(row(SinusoidalTable::tensor2tensor)(0, 4) == 0);
}

TEST_CASE("sinusoidal: the offset moves every position", "[position][sinusoidal]") {
  const std::vector<double> zero{0}, two{2};
  CHECK_CLOSE(sinusoids(zero, 8, {10000, SinusoidalTable::fairseq, 2}),
              sinusoids(two, 8, {10000, SinusoidalTable::fairseq, 0}), 0);
}
