#include "model/token_positions.hpp"

#include <catch2/catch_test_macros.hpp>

#include "base/error.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

using Positions = std::vector<double>;

TEST_CASE("positions: by slots, real tokens and documents", "[model]") {
  CHECK(positions_by_rule(PositionRule::slots, {}, 4) == Positions{0, 1, 2, 3});
  // Left padding as in Hugging Face: padding takes 1, real tokens count from 0.
  CHECK(positions_by_rule(PositionRule::real_tokens, {PaddingMask{{false, false, true, true, true}}}, 5) ==
        Positions{1, 1, 0, 1, 2});
  CHECK(positions_by_rule(PositionRule::documents, {CausalMask{}, DocumentMask{{7, 7, 3, 3, 3}}}, 5) ==
        Positions{0, 1, 0, 1, 2});
  CHECK_THROWS_AS(positions_by_rule(PositionRule::real_tokens, {CausalMask{}}, 3), Error);
}

TEST_CASE("positions: a padded row gives what the unpadded one gives", "[model][mask]") {
  const std::vector<PositionMethod> methods{Rotary{}, Alibi{}, T5Bias{}, Shaw{.max_relative_position = 2}, Learned{}};
  for (const PositionMethod& method : methods) {
    INFO(kind_of(method));
    DescribedProblem plain = test::layer_problem({2, 1, 3, 3, 8, 8}, 4);
    plain.masks = {CausalMask{}};
    plain = test::with_methods(plain, {method});
    DescribedProblem padded = test::layer_problem({2, 1, 5, 5, 8, 8}, 4);
    auto& x = std::get<LayerInput>(padded.input).x;
    const auto& source = std::get<LayerInput>(plain.input).x;
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t c = 0; c < x.extent(1); ++c) x(t + 2, c) = source(t, c);
    const PaddingMask padding{{false, false, true, true, true}};
    padded.masks = {CausalMask{}, padding};
    padded.key_positions = padded.query_positions = positions_by_rule(PositionRule::real_tokens, padded.masks, 5);
    padded = test::with_methods(padded, {method});
    const auto expected = run_reference(plain).output, got = run_reference(padded).output;
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t c = 0; c < 8; ++c) CHECK(std::abs(got(h, t + 2, c) - expected(h, t, c)) < 1e-12);
  }
}

TEST_CASE("positions: packed documents do not see each other", "[model][mask]") {
  DescribedProblem packed_pair = test::with_methods(test::layer_problem({1, 1, 5, 5, 8, 8}, 5), {Rotary{}, Alibi{}});
  packed_pair.masks = {CausalMask{}, DocumentMask{{0, 0, 1, 1, 1}}};
  packed_pair.key_positions = packed_pair.query_positions =
      positions_by_rule(PositionRule::documents, packed_pair.masks, 5);
  const auto before = run_tiled(packed_pair, ScoreOutputs::none);
  auto& x = std::get<LayerInput>(packed_pair.input).x;
  for (std::size_t c = 0; c < x.extent(1); ++c) x(0, c) = x(1, c) = 9;
  const auto after = run_tiled(packed_pair, ScoreOutputs::none);
  for (std::size_t t = 2; t < 5; ++t)
    for (std::size_t c = 0; c < 8; ++c) CHECK(before.output(0, t, c) == after.output(0, t, c));
}
