#include "analysis/equivariance.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <limits>

#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

const std::vector<int> kOrder{3, 0, 4, 1, 2, 6, 5};
const test::Sizes kSizes{2, 1, 7, 7, 8, 8};

double reference_difference(const DescribedProblem& problem, MaskPermutation mask = MaskPermutation::fixed) {
  const auto original = run_reference(problem), permuted = run_reference(permute(problem, kOrder, mask));
  return compare_equivariance(original.output.view(), permuted.output.view(), kOrder).max_difference;
}

double tiled_difference(const DescribedProblem& problem, MaskPermutation mask = MaskPermutation::fixed) {
  const auto original = packed<double>(run_tiled(problem, ScoreOutputs::none).output);
  const auto permuted = packed<double>(run_tiled(permute(problem, kOrder, mask), ScoreOutputs::none).output);
  return compare_equivariance(original.view(), permuted.view(), kOrder).max_difference;
}

DescribedProblem problem_with(const PositionMethod& method, const Masks& masks) {
  DescribedProblem problem = test::with_methods(test::layer_problem(kSizes, 21), {method});
  problem.masks = masks;
  return problem;
}

}  // namespace

TEST_CASE("equivariance: without positions and mask, attention follows the permutation", "[analysis]") {
  CHECK(reference_difference(problem_with(NoPosition{}, {})) <= 1e-12);
  CHECK(tiled_difference(problem_with(NoPosition{}, {})) <= 1e-6);
}

TEST_CASE("equivariance: every position method breaks it", "[analysis]") {
  const std::vector<PositionMethod> methods{Sinusoidal{},
                                            Learned{},
                                            Shaw{.max_relative_position = 3},
                                            TransformerXl{},
                                            T5Bias{},
                                            Alibi{},
                                            Alibi{.direction = AlibiDirection::symmetric},
                                            Deberta{.max_relative_positions = 8},
                                            Rotary{},
                                            Kerple{},
                                            Sandwich{},
                                            Fire{},
                                            Cope{}};
  for (const PositionMethod& method : methods) {
    INFO(kind_of(method));
    CHECK(reference_difference(problem_with(method, {})) > 1e-3);
    CHECK(tiled_difference(problem_with(method, {})) > 1e-3);
  }
}

TEST_CASE("equivariance: symmetric ALiBi cannot tell a sentence from its reversal", "[analysis][alibi]") {
  DescribedProblem problem = problem_with(Alibi{.direction = AlibiDirection::symmetric}, {});
  const auto order = reversal(7);
  const auto original = run_reference(problem),
             permuted = run_reference(permute(problem, order, MaskPermutation::fixed));
  CHECK(compare_equivariance(original.output.view(), permuted.output.view(), order).max_difference <= 1e-12);
}

TEST_CASE("equivariance: a fixed causal mask breaks it, a mask permuted with the tokens does not", "[analysis]") {
  const DescribedProblem problem = problem_with(NoPosition{}, {CausalMask{}});
  CHECK(reference_difference(problem) > 1e-3);
  CHECK(tiled_difference(problem) > 1e-3);
  CHECK(reference_difference(problem, MaskPermutation::with_tokens) <= 1e-12);
  CHECK(tiled_difference(problem, MaskPermutation::with_tokens) <= 1e-6);
}

TEST_CASE("equivariance: the mean over tokens is invariant", "[analysis]") {
  const DescribedProblem problem = problem_with(NoPosition{}, {});
  const auto original = run_reference(problem),
             permuted = run_reference(permute(problem, kOrder, MaskPermutation::fixed));
  const auto report = compare_equivariance(original.output.view(), permuted.output.view(), kOrder);
  CHECK(report.mean_max_difference <= 1e-12);
  CHECK_CLOSE(report.mean_permuted, report.mean_original, 1e-12);
  CHECK_CLOSE(report.reordered, permute_tokens(std::as_const(original.output).view(), kOrder), 0);
}

TEST_CASE("equivariance: q, k and v given directly permute too", "[analysis]") {
  DescribedProblem problem = test::tensor_problem(kSizes, 22);
  CHECK(tiled_difference(problem) <= 1e-6);
  problem.methods = {Rotary{}};
  CHECK(tiled_difference(problem) > 1e-3);
}

TEST_CASE("equivariance: NaN never looks like agreement", "[analysis]") {
  Tensor<double, 3> one({1, 2, 1}), two({1, 2, 1});
  two(0, 1, 0) = std::numeric_limits<double>::quiet_NaN();
  const std::vector<int> same{0, 1};
  CHECK_FALSE(compare_equivariance(std::as_const(one).view(), std::as_const(two).view(), same).max_difference <= 1);
}

TEST_CASE("equivariance: what is no permutation is refused", "[analysis][errors]") {
  using Catch::Matchers::Message;
  CHECK_THROWS_MATCHES(validate_permutation(std::vector<int>{0, 1}, 3), Error,
                       Message("permutation: expected 3 numbers, one per token, got 2"));
  CHECK_THROWS_MATCHES(validate_permutation(std::vector<int>{0, 1, 1}, 3), Error,
                       Message("permutation[2]: expected each token once, got 1 again"));
  CHECK_THROWS_AS(validate_permutation(std::vector<int>{0, 1, 3}, 3), Error);
  CHECK_THROWS_AS(validate_permutation(std::vector<int>{0, -1, 2}, 3), Error);
  CHECK_THROWS_AS(permute(test::tensor_problem({1, 1, 1, 3, 2, 2}, 1), reversal(3), MaskPermutation::fixed), Error);
}
