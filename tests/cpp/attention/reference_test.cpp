#include "attention/reference.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

// Scores of one query against its keys, one head, width 2 and more, given as rows.
DescribedProblem one_head(const std::vector<std::vector<float>>& query, const std::vector<std::vector<float>>& key) {
  DescribedProblem problem;
  const auto fill = [](const std::vector<std::vector<float>>& rows) {
    Tensor<float, 3> tensor({1, rows.size(), rows[0].size()});
    for (std::size_t t = 0; t < rows.size(); ++t)
      for (std::size_t c = 0; c < rows[t].size(); ++c) tensor(0, t, c) = rows[t][c];
    return tensor;
  };
  TensorInput input{fill(query), fill(key), fill(key)};
  const int width = static_cast<int>(query[0].size());
  problem.shape = {1, 1, static_cast<int>(query.size()), static_cast<int>(key.size()), width, width};
  problem.input = std::move(input);
  problem.query_positions = default_positions(problem.shape.queries, problem.shape.keys);
  problem.key_positions = default_positions(problem.shape.keys, problem.shape.keys);
  return problem;
}

}  // namespace

TEST_CASE("reference: rotary layouts, the published check values", "[attention][rotary]") {
  DescribedProblem problem = one_head({{1, 2, 3, 4}}, {{4, 3, 2, 1}});
  problem.query_positions = {7};
  problem.key_positions = {3};
  const auto score = [&](RotaryPairing pairing) {
    problem.methods = {Rotary{pairing, 0, 10000, {}}};
    return run_reference(problem).scores(0, 0, 0);
  };
  CHECK(std::abs(score(RotaryPairing::interleaved) - 7.039630664) < 1e-8);
  CHECK(std::abs(score(RotaryPairing::half_split) - 10.62369647) < 1e-8);
  problem.query_positions = {1007};
  problem.key_positions = {1003};
  CHECK(std::abs(score(RotaryPairing::interleaved) - 7.039630664) < 1e-8);

  problem.query_positions = {3};
  problem.methods = {Rotary{.pairing = RotaryPairing::interleaved}};
  CHECK_CLOSE(run_reference(problem).rotated_query.numbers(),
              (std::vector<double>{-1.272232513, -1.838864985, 2.878668100, 4.088186636}), 1e-9);
  problem.methods = {Rotary{.pairing = RotaryPairing::half_split}};
  CHECK_CLOSE(run_reference(problem).rotated_query.numbers(),
              (std::vector<double>{-1.413352521, 1.879118067, -2.828857482, 4.058191135}), 1e-9);
}

TEST_CASE("reference: partial rotary turns the first channels by its own width", "[attention][rotary]") {
  DescribedProblem problem = one_head({std::vector<float>(16, 1)}, {std::vector<float>(16, 1)});
  problem.query_positions = {1};
  problem.methods = {Rotary{.pairing = RotaryPairing::half_split, .rotary_dim = 4}};
  const auto result = run_reference(problem);
  std::vector<double> expected{-0.3011686789, 0.9899501671, 1.381773291, 1.009949834};
  expected.resize(16, 1);
  CHECK_CLOSE(result.rotated_query.numbers(), expected, 1e-9);
}

TEST_CASE("reference: softmax of a row, and its shift", "[attention]") {
  DescribedProblem problem = one_head({{1}}, {{151.29f}, {150.29f}});
  problem.scale = 1;
  const auto result = run_reference(problem);
  CHECK(std::abs(result.weights(0, 0, 0) - 0.7310585786) < 1e-5);  // 151.29 is not a float
  CHECK(std::abs(result.weights(0, 0, 0) + result.weights(0, 0, 1) - 1) < 1e-15);
}

TEST_CASE("reference: a query that sees nothing gives zeros", "[attention][mask]") {
  DescribedProblem problem = one_head({{1, 2}}, {{1, 2}, {3, 4}});
  problem.masks = {BitMask{1, 2, {false, false}}};
  const auto result = run_reference(problem);
  for (const double weight : result.weights.numbers()) CHECK(weight == 0);
  for (const double number : result.output.numbers()) CHECK(number == 0);
  for (const double score : result.scores.numbers()) CHECK(score == -std::numeric_limits<double>::infinity());
}

TEST_CASE("reference: grouped queries read their group's keys", "[attention][gqa]") {
  const test::Sizes grouped{4, 2, 3, 3, 6, 5};
  DescribedProblem problem = test::tensor_problem(grouped, 11);
  problem.methods = {Rotary{}};
  const auto result = run_reference(problem);
  DescribedProblem repeated = problem;
  auto& input = std::get<TensorInput>(repeated.input);
  const auto repeat = [](const Tensor<float, 3>& from) {
    Tensor<float, 3> to({4, from.extent(1), from.extent(2)});
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t t = 0; t < from.extent(1); ++t)
        for (std::size_t c = 0; c < from.extent(2); ++c) to(h, t, c) = from(h / 2, t, c);
    return to;
  };
  input.key = repeat(input.key);
  input.value = repeat(input.value);
  repeated.shape.kv_heads = 4;
  CHECK_CLOSE(run_reference(repeated).output, result.output, 0);
}
