// Tiles that are left out must not change a bit; asking for scores computes them all.
#include "attention/tile_order.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

DescribedProblem far(const PositionMethods& methods, const Masks& masks) {
  DescribedProblem problem = test::with_methods(test::tensor_problem({4, 2, 700, 700, 16, 8}, 9), methods);
  problem.masks = masks;
  return problem;
}

bool equal_bits(const DescribedProblem& problem) {
  const auto some = run_tiled(problem, ScoreOutputs::none).output;
  const auto all = run_tiled(problem, ScoreOutputs::scores_and_weights).output;
  return std::ranges::equal(some.numbers(), all.numbers());
}

}  // namespace

TEST_CASE("tile order: leaving out weightless tiles changes no bit", "[attention][tiled]") {
  const Alibi steep{.slopes = {4, 2, 1, 0.5}};
  Alibi both = steep;
  both.direction = AlibiDirection::symmetric;
  CHECK(equal_bits(far({steep}, {CausalMask{}})));
  CHECK(equal_bits(far({both}, {})));
  CHECK(equal_bits(far({both}, {SlidingWindowMask{200}})));
  CHECK(equal_bits(far({Kerple{KerpleForm::power, {1, 1, 1, 1}, {3, 2, 1, 0.2}}}, {CausalMask{}})));
  CHECK(equal_bits(far({T5Bias{.seed = 4}}, {})));
  CHECK(equal_bits(far({Rotary{}, both}, {})));
}

TEST_CASE("tile order: the bound holds where it is tight", "[attention][tiled]") {
  // Every query and key is the same vector: each score is |q| |k| scale = 50 plus its bias.
  DescribedProblem problem = far({Alibi{.slopes = {0.25, 0.1, 0.05, 0.02}}}, {CausalMask{}});
  auto& input = std::get<TensorInput>(problem.input);
  const auto component = static_cast<float>(std::sqrt(50 / problem.scale / 16));
  std::ranges::fill(input.query.numbers(), component);
  std::ranges::fill(input.key.numbers(), component);
  CHECK(equal_bits(problem));
}

TEST_CASE("tile order: a strong far key is not left out", "[attention][tiled]") {
  // Key 3 outweighs 600 positions of ALiBi.
  DescribedProblem problem = far({Alibi{.slopes = {1, 1, 1, 1}}}, {CausalMask{}});
  auto& input = std::get<TensorInput>(problem.input);
  for (std::size_t c = 0; c < 16; ++c) {
    for (std::size_t h = 0; h < 4; ++h) input.query(h, 690, c) = 20;
    for (std::size_t h = 0; h < 2; ++h) input.key(h, 3, c) = 20;
  }
  const auto output = run_tiled(problem, ScoreOutputs::none).output;
  CHECK_CLOSE(output, run_reference(problem).output, 1e-3);
  CHECK(std::abs(output(0, 690, 0) - input.value(0, 3, 0)) < 1e-5);
}

TEST_CASE("tiled: log-sum-exp of every row", "[attention][tiled]") {
  const DescribedProblem problem = far({Alibi{}}, {SlidingWindowMask{70}});
  const auto reference = run_reference(problem);
  const PreparedProblem prepared = prepare(problem);
  Workspace workspace(problem.shape, prepared.plan);
  Tensor<float, 3> output({4, 700, 8});
  Tensor<float, 2> log_sum_exp({4, 700});
  const auto& tokens = prepared.tokens;
  attention_tiled({problem.shape, tokens.query.view(), tokens.key.view(), tokens.value.view(), problem.query_positions,
                   problem.key_positions, problem.scale, problem.softcap},
                  prepared.plan, prepared.visibility, workspace, {output.view(), {}, {}, log_sum_exp.view()});
  Tensor<double, 2> expected({4, 700});
  for (std::size_t h = 0; h < 4; ++h)
    for (std::size_t i = 0; i < 700; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 700; ++j) sum += std::exp(reference.scores(h, i, j));
      expected(h, i) = std::log(sum);
    }
  CHECK_CLOSE(log_sum_exp, expected, 1e-5);
}
