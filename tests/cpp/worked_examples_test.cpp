// The numbers that learners are promised.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "analysis/equivariance.hpp"
#include "position/alibi_slopes.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

// One head, scores only: q rows and k rows of equal width, positions as given.
DescribedProblem scores_problem(const std::vector<std::vector<float>>& q, std::vector<double> query_positions,
                                const std::vector<std::vector<float>>& k, std::vector<double> key_positions) {
  DescribedProblem problem;
  const auto fill = [](const std::vector<std::vector<float>>& rows) {
    Tensor<float, 3> tensor({1, rows.size(), rows[0].size()});
    for (std::size_t t = 0; t < rows.size(); ++t)
      for (std::size_t c = 0; c < rows[t].size(); ++c) tensor(0, t, c) = rows[t][c];
    return tensor;
  };
  problem.input = TensorInput{fill(q), fill(k), fill(k)};
  const int width = static_cast<int>(q[0].size());
  problem.shape = {1, 1, static_cast<int>(q.size()), static_cast<int>(k.size()), width, width};
  problem.query_positions = std::move(query_positions);
  problem.key_positions = std::move(key_positions);
  problem.scale = 1;
  return problem;
}

void check_scores(const DescribedProblem& problem, const std::vector<double>& expected) {
  CHECK_CLOSE(run_reference(problem).scores.numbers(), expected, 1e-15);
  const auto tiled = packed<double>(run_tiled(problem, ScoreOutputs::scores_and_weights).scores);
  CHECK_CLOSE(tiled.numbers(), expected, 1e-7);
}

DescribedProblem sentence(const std::vector<std::string>& tokens) {
  DescribedProblem problem = test::layer_problem({1, 1, 3, 3, 8, 8}, 0);
  std::get<LayerInput>(problem.input).x = embed_tokens(tokens, 8, 0);
  return problem;
}

}  // namespace

TEST_CASE("worked example: the sinusoidal table of width 4", "[examples][sinusoidal]") {
  DescribedProblem problem = test::layer_problem({1, 1, 3, 3, 4, 4}, 1);
  problem.methods = {Sinusoidal{}};
  const std::vector<double> table{0,      1,       0,    1,  //
                                  0.8415, 0.5403,  0.01, 1,  //
                                  0.9093, -0.4161, 0.02, 0.9998};
  // Half a unit of the last digit shown; the float of cos 0.01 = 0.99995000… lies half an ulp below it.
  CHECK_CLOSE(packed<double>(run_tiled(problem, ScoreOutputs::none).encoding).numbers(), table, 5e-5 + 0x1p-25);
  CHECK_CLOSE(run_reference(problem).encoding.numbers(), table, 5e-5);
}

TEST_CASE("worked example: rotary in two dimensions, a quarter turn per position", "[examples][rotary]") {
  const PositionMethod quarter = Rotary{.pairing = RotaryPairing::half_split, .inv_freq = {std::numbers::pi / 2}};
  DescribedProblem problem = scores_problem({{1, 0}, {1, 0}}, {0, 4}, {{1, 0}, {1, 0}, {1, 0}}, {1, 5, 2});
  problem.methods = {quarter};
  // Row 0: keys at 1, 5, 2 seen from 0; row 1: from 4. (0,1) -> 0, (4,5) -> 0, (0,2) -> -1.
  check_scores(problem, {0, 0, -1, 0, 0, -1});
  // The same distance with another key is another score.
  problem = scores_problem({{1, 0}}, {0}, {{0, 1}}, {1});
  problem.methods = {quarter};
  check_scores(problem, {-1});
}

TEST_CASE("worked example: ALiBi at distances 1 and 4", "[examples][alibi]") {
  DescribedProblem problem = scores_problem({{2}}, {4}, {{1}, {1}}, {3, 0});
  problem.methods = {Alibi{.slopes = {0.5}}};
  check_scores(problem, {1.5, 0});
}

TEST_CASE("worked example: ALiBi slopes of eight heads", "[examples][alibi]") {
  for (int h = 0; h < 8; ++h) CHECK(alibi_slopes({}, 8)[static_cast<std::size_t>(h)] == std::exp2(-(h + 1)));
}

TEST_CASE("worked example: relative position is key less query", "[examples]") {
  // From 咬 at 1: 狗 at 0 has -1, 人 at 2 has +1. With slope 1 the bias is the relative position itself.
  DescribedProblem problem = scores_problem({{0}}, {1}, {{0}, {0}, {0}}, {0, 1, 2});
  problem.methods = {Alibi{.slopes = {1}}};
  check_scores(problem, {-1, 0, 1});
}

TEST_CASE("worked example: dog bites man and man bites dog", "[examples]") {
  const std::vector<int> order{2, 1, 0};
  for (const auto& tokens :
       {std::vector<std::string>{"狗", "咬", "人"}, std::vector<std::string>{"dog", "bites", "man"}}) {
    const auto difference = [&](const PositionMethod& method, const Masks& masks) {
      DescribedProblem problem = sentence(tokens);
      problem.methods = {method};
      problem.masks = masks;
      const auto original = run_reference(problem),
                 permuted = run_reference(permute(problem, order, MaskPermutation::fixed));
      return compare_equivariance(original.output.view(), permuted.output.view(), order).max_difference;
    };
    // The permuted sentence is the other one: equal rows, so its tokens need no embedding of their own.
    DescribedProblem reversed = sentence({tokens[2], tokens[1], tokens[0]});
    CHECK_CLOSE(run_reference(reversed).output,
                run_reference(permute(sentence(tokens), order, MaskPermutation::fixed)).output, 0);
    CHECK(difference(NoPosition{}, {}) <= 1e-12);
    CHECK(difference(NoPosition{}, {CausalMask{}}) > 1e-3);
    CHECK(difference(Sinusoidal{}, {}) > 1e-3);
    CHECK(difference(Alibi{}, {}) > 1e-3);
    CHECK(difference(Rotary{}, {}) > 1e-3);
  }
}

TEST_CASE("worked example: the permutation of three equal rows", "[examples]") {
  // q = k = v = rows of the identity; order (1, 2, 0): out(P X) = P out(X).
  DescribedProblem problem =
      scores_problem({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 1, 2}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 1, 2});
  const std::vector<int> order{1, 2, 0};
  const auto original = run_reference(problem),
             permuted = run_reference(permute(problem, order, MaskPermutation::fixed));
  const auto report = compare_equivariance(original.output.view(), permuted.output.view(), order);
  CHECK(report.max_difference <= 1e-15);
  CHECK(report.mean_max_difference <= 1e-15);
}
