#include "model/described_problem.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>

#include "base/error.hpp"
#include "support/cases.hpp"

using namespace posenc;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("problem: default positions put queries at the end of the keys", "[model]") {
  CHECK(default_positions(3, 3) == std::vector<double>{0, 1, 2});
  CHECK(default_positions(2, 5) == std::vector<double>{3, 4});
  CHECK(default_positions(3, 1) == std::vector<double>{-2, -1, 0});
}

TEST_CASE("problem: wrong shapes, NaN and impossible numbers are refused by name", "[model][errors]") {
  DescribedProblem problem = test::tensor_problem({2, 1, 3, 3, 4, 4}, 1);
  std::get<TensorInput>(problem.input).key(0, 1, 2) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_MATCHES(run_tiled(problem, ScoreOutputs::none), Error,
                       MessageMatches(ContainsSubstring("input.key.data[6]: expected a finite number, got nan")));
  problem = test::tensor_problem({2, 1, 3, 3, 4, 4}, 1);
  problem.shape.kv_heads = 2;
  CHECK_THROWS_MATCHES(run_reference(problem), Error,
                       MessageMatches(ContainsSubstring("input.key: expected shape [2, 3, 4], got [1, 3, 4]")));
  problem = test::tensor_problem({2, 1, 3, 3, 4, 4}, 1);
  problem.scale = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(run_tiled(problem, ScoreOutputs::none), Error);
  problem.scale = 1;
  problem.softcap = -1;
  CHECK_THROWS_AS(run_tiled(problem, ScoreOutputs::none), Error);
  DescribedProblem layer = test::layer_problem({1, 1, 3, 3, 4, 4}, 1);
  layer.query_positions[0] = 9;
  CHECK_THROWS_AS(prepare(layer), Error);
}

TEST_CASE("problem: what would not fit is refused before it is allocated", "[model][errors]") {
  DescribedProblem problem;
  problem.shape = {64, 64, 65536, 65536, 64, 64};
  problem.input = TensorInput{};
  try {
    run_tiled(problem, ScoreOutputs::scores_and_weights);
    FAIL("should have thrown");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::too_large);
    CHECK_THAT(error.what(), ContainsSubstring("MiB"));
  }
}

TEST_CASE("problem: the encoding is added to the input", "[model][sinusoidal]") {
  DescribedProblem problem = test::layer_problem({1, 1, 3, 3, 4, 4}, 2);
  problem.methods = {Sinusoidal{}};
  const auto result = run_tiled(problem, ScoreOutputs::none);
  const auto& x = std::get<LayerInput>(problem.input).x;
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t c = 0; c < 4; ++c) CHECK(result.input(t, c) == x(t, c) + result.encoding(t, c));
}
