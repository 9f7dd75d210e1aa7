#include "position/bias_terms.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

using namespace posenc;

namespace {

const std::vector<double> kZero{0};

double bias(const PositionMethod& method, int heads, int head, double query_position, double key_position,
            double scale = 1) {
  const PositionContext context{{heads, heads, 1, 1, 8, 8}, 0, scale, kZero, kZero};
  const std::vector<double> relative{key_position - query_position};
  Tensor<double, 2> sums({static_cast<std::size_t>(heads), 1});
  bias_term(method, context)->add({query_position, relative}, sums.view());
  return sums(static_cast<std::size_t>(head), 0);
}

}  // namespace

TEST_CASE("kerple: check values of both forms", "[position][kerple]") {
  const Kerple log{KerpleForm::logarithmic, {1.5}, {0.3}};
  CHECK(std::abs(bias(log, 1, 0, 1, 0) - -0.39354640) < 1e-8);
  CHECK(std::abs(bias(log, 1, 0, 10, 0) - -2.07944154) < 1e-8);
  CHECK(std::abs(bias(log, 1, 0, 100, 0) - -5.15098081) < 1e-8);
  CHECK(bias(log, 1, 0, 0, 5) == 0);  // the future counts as distance 0
  const Kerple power{KerpleForm::power, {1}, {0.5}};
  CHECK(bias(power, 1, 0, 8, 0) == -4);  // p = 1 is ALiBi
}

TEST_CASE("sandwich: check values", "[position][sandwich]") {
  const Sandwich method{.dimension = 128};
  CHECK(std::abs(bias(method, 8, 0, 1, 0) - -1.44661851) < 1e-8);
  CHECK(std::abs(bias(method, 8, 7, 1, 0) - -0.18082731) < 1e-8);
  CHECK(bias(method, 8, 3, 5, 5) == 0);
}

TEST_CASE("fire: the normalised distance, through an MLP that passes it on", "[position][fire]") {
  Fire method{.c = 0.1, .threshold = 512, .hidden_weight = {1}, .hidden_bias = {0}};
  method.output_weight = Tensor<float, 2>({1, 1});
  method.output_weight(0, 0) = 1;
  method.output_bias = {0};
  CHECK(std::abs(bias(method, 1, 0, 10, 9) - 0.02409815) < 1e-6);
  CHECK(std::abs(bias(method, 1, 0, 100, 0) - 0.60628183) < 1e-6);
  CHECK(std::abs(bias(method, 1, 0, 1000, 0) - 1) < 1e-12);
  CHECK(std::abs(bias(method, 1, 0, 1000, 999) - 0.02065172) < 1e-6);
}

TEST_CASE("alibi: Falcon adds before the scale", "[position][alibi]") {
  const double scale = 1 / std::sqrt(64.0);
  CHECK(bias(Alibi{.slopes = {0.5}}, 1, 0, 8, 0, scale) == -4);
  CHECK(bias(Alibi{.slopes = {0.5}, .applied = BiasPlace::before_scale}, 1, 0, 8, 0, scale) == -0.5);
}

TEST_CASE("bias terms: methods that act elsewhere have none", "[position]") {
  const PositionContext context{{1, 1, 1, 1, 8, 8}, 8, 1, kZero, kZero};
  for (const PositionMethod& method :
       {PositionMethod(NoPosition{}), PositionMethod(Rotary{}), PositionMethod(Shaw{}), PositionMethod(Sinusoidal{})})
    CHECK_FALSE(bias_term(method, context).has_value());
}
