// What must hold whatever the numbers are; these find faults that two equal mistakes would hide from a comparison.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "position/rope_frequencies.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

DescribedProblem with(DescribedProblem problem, PositionMethod method, Masks masks = {}) {
  const double scale = problem.scale;
  problem = test::with_methods(std::move(problem), {std::move(method)});
  problem.scale = scale;
  problem.masks = std::move(masks);
  return problem;
}

DescribedProblem shifted(DescribedProblem problem, double by) {
  for (double& position : problem.query_positions) position += by;
  for (double& position : problem.key_positions) position += by;
  return problem;
}

double norm(const Tensor<double, 3>& vectors, std::size_t h, std::size_t t) {
  double sum = 0;
  for (std::size_t c = 0; c < vectors.extent(2); ++c) sum += vectors(h, t, c) * vectors(h, t, c);
  return std::sqrt(sum);
}

const test::Sizes kSizes{3, 1, 17, 17, 16, 8};

}  // namespace

TEST_CASE("rotary: scores depend only on relative position", "[position][rotary]") {
  for (const RotaryPairing pairing : {RotaryPairing::half_split, RotaryPairing::interleaved}) {
    const DescribedProblem problem = with(test::tensor_problem(kSizes, 1), Rotary{pairing, 0, 10000, {}});
    const auto reference = run_reference(problem);
    CHECK_CLOSE(run_reference(shifted(problem, 1000)).scores, reference.scores, 1e-11);
    CHECK_CLOSE(run_tiled(shifted(problem, 1000), ScoreOutputs::scores_and_weights).scores, reference.scores,
                test::score_tolerance(problem, reference));
  }
}

TEST_CASE("rotary: values are not rotated, so outputs do not move with the positions", "[position][rotary]") {
  const DescribedProblem problem = with(test::tensor_problem(kSizes, 2), Rotary{});
  const auto reference = run_reference(problem);
  CHECK_CLOSE(run_reference(shifted(problem, 1000)).output, reference.output, 1e-11);
}

TEST_CASE("rotary: norms are kept", "[position][rotary]") {
  const auto result = run_reference(with(test::tensor_problem(kSizes, 3), Rotary{}));
  for (std::size_t t = 0; t < 17; ++t)
    CHECK(std::abs(norm(result.rotated_query, 1, t) - norm(result.query, 1, t)) < 1e-13);
}

TEST_CASE("rotary: turning by a and then by b is turning by a + b", "[position][rotary]") {
  DescribedProblem problem = with(test::tensor_problem(kSizes, 4), Rotary{});
  for (double& position : problem.query_positions) position = 5;
  const auto once = run_tiled(problem, ScoreOutputs::none);
  std::get<TensorInput>(problem.input).query = once.rotated_query;
  for (double& position : problem.query_positions) position = 7;
  const auto twice = run_tiled(problem, ScoreOutputs::none);
  problem = with(test::tensor_problem(kSizes, 4), Rotary{});
  for (double& position : problem.query_positions) position = 12;
  CHECK_CLOSE(twice.rotated_query, run_reference(problem).rotated_query, 1e-6);
}

TEST_CASE("rotary: half-split is interleaved after permuting channels", "[position][rotary]") {
  DescribedProblem problem = test::tensor_problem({2, 2, 9, 9, 8, 8}, 5);
  DescribedProblem permuted = problem;
  // Channel c of half-split stands at 2 c for the first half and at 2 (c - half) + 1 for the second.
  const auto interleave = [](Tensor<float, 3>& vectors) {
    const Tensor<float, 3> from = vectors;
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t t = 0; t < 9; ++t)
        for (std::size_t r = 0; r < 4; ++r) {
          vectors(h, t, 2 * r) = from(h, t, r);
          vectors(h, t, 2 * r + 1) = from(h, t, r + 4);
        }
  };
  interleave(std::get<TensorInput>(permuted.input).query);
  interleave(std::get<TensorInput>(permuted.input).key);
  problem.methods = {Rotary{.pairing = RotaryPairing::half_split}};
  permuted.methods = {Rotary{.pairing = RotaryPairing::interleaved}};
  CHECK_CLOSE(run_reference(permuted).scores, run_reference(problem).scores, 1e-14);
  CHECK_CLOSE(run_tiled(permuted, ScoreOutputs::scores_and_weights).scores,
              packed<double>(run_tiled(problem, ScoreOutputs::scores_and_weights).scores), 2e-6);
}

TEST_CASE("rotary: channels past the rotary width stay bit-identical", "[position][rotary]") {
  const auto result =
      run_tiled(with(test::tensor_problem(kSizes, 6), Rotary{.pairing = RotaryPairing::interleaved, .rotary_dim = 6}),
                ScoreOutputs::none);
  for (std::size_t t = 0; t < 17; ++t)
    for (std::size_t c = 6; c < 16; ++c) CHECK(result.rotated_query(2, t, c) == result.query(2, t, c));
}

TEST_CASE("rotary: explicit frequencies equal those of the base", "[position][rotary]") {
  const DescribedProblem plain = with(test::tensor_problem(kSizes, 7), Rotary{});
  const DescribedProblem given = with(plain, Rotary{RotaryPairing::half_split, 16, 1, rope_frequencies(16, 10000)});
  CHECK_CLOSE(run_tiled(given, ScoreOutputs::none).output, packed<double>(run_tiled(plain, ScoreOutputs::none).output),
              0);
}

TEST_CASE("alibi: unchanged when all positions shift", "[position][alibi]") {
  const DescribedProblem problem = with(test::tensor_problem(kSizes, 8), Alibi{}, {CausalMask{}});
  CHECK_CLOSE(run_tiled(shifted(problem, -12345), ScoreOutputs::none).output,
              packed<double>(run_tiled(problem, ScoreOutputs::none).output), 0);
}

TEST_CASE("alibi: under a causal mask both directions are the paper's", "[position][alibi]") {
  const DescribedProblem causal = with(test::tensor_problem(kSizes, 9), Alibi{}, {CausalMask{}});
  const DescribedProblem symmetric = with(causal, Alibi{.direction = AlibiDirection::symmetric}, {CausalMask{}});
  CHECK_CLOSE(run_reference(symmetric).output, run_reference(causal).output, 0);
  const DescribedProblem open = with(causal, Alibi{.direction = AlibiDirection::symmetric});
  CHECK_FALSE(test::close(run_reference(open).output, run_reference(with(causal, Alibi{})).output, 1e-3).is_close);
}

TEST_CASE("alibi: a far key can still win", "[position][alibi]") {
  DescribedProblem problem = test::tensor_problem({1, 1, 1, 64, 2, 1}, 10);
  auto& input = std::get<TensorInput>(problem.input);
  for (float& number : input.key.numbers()) number = 0;
  input.query(0, 0, 0) = 1;
  input.key(0, 0, 0) = 100;  // the farthest key
  problem.scale = 1;
  problem.methods = {Alibi{.slopes = {0.5}}};
  CHECK(run_tiled(problem, ScoreOutputs::scores_and_weights).weights(0, 0, 0) > 0.99f);
}

TEST_CASE("causal: changing the future leaves the past bit-equal", "[attention][mask]") {
  DescribedProblem problem = with(test::tensor_problem({2, 1, 65, 65, 16, 16}, 11), Rotary{}, {CausalMask{}});
  const auto before = run_tiled(problem, ScoreOutputs::none);
  auto& input = std::get<TensorInput>(problem.input);
  for (std::size_t t = 40; t < 65; ++t)
    for (std::size_t c = 0; c < 16; ++c) input.key(0, t, c) = input.value(0, t, c) = 99;
  const auto after = run_tiled(problem, ScoreOutputs::none);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t t = 0; t < 40; ++t)
      for (std::size_t c = 0; c < 16; ++c) CHECK(before.output(h, t, c) == after.output(h, t, c));
  CHECK(before.output(0, 64, 0) != after.output(0, 64, 0));
}

TEST_CASE("masks: bits that spell a causal mask give its output bit for bit", "[attention][mask]") {
  const DescribedProblem causal = with(test::tensor_problem({1, 1, 65, 65, 8, 8}, 12), Alibi{}, {CausalMask{}});
  BitMask spelled{65, 65, std::vector<bool>(65 * 65)};
  for (std::size_t i = 0; i < 65; ++i)
    for (std::size_t j = 0; j <= i; ++j) spelled.visible[i * 65 + j] = true;
  CHECK_CLOSE(run_tiled(with(causal, Alibi{}, {spelled}), ScoreOutputs::none).output,
              packed<double>(run_tiled(causal, ScoreOutputs::none).output), 0);
}

TEST_CASE("weights: rows sum to 1, or to 0 where nothing is visible", "[attention]") {
  for (const test::Case& listed : test::all_cases()) {
    INFO(listed.name);
    const auto result = run_tiled(listed.problem, ScoreOutputs::scores_and_weights);
    for (std::size_t h = 0; h < result.weights.extent(0); ++h)
      for (std::size_t i = 0; i < result.weights.extent(1); ++i) {
        double sum = 0;
        bool sees = false;
        for (std::size_t j = 0; j < result.weights.extent(2); ++j) {
          sum += result.weights(h, i, j);
          sees = sees || std::isfinite(result.scores(h, i, j));
        }
        CHECK(std::abs(sum - (sees ? 1 : 0)) < 1e-5);
      }
  }
}

TEST_CASE("masks: NaN behind the mask does not leak, NaN that is seen is refused", "[attention][mask]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  DescribedProblem problem = with(test::tensor_problem({1, 1, 3, 3, 4, 4}, 13), Rotary{});
  auto& input = std::get<TensorInput>(problem.input);
  input.value(0, 0, 0) = input.key(0, 0, 1) = nan;
  CHECK_THROWS_AS(run_tiled(problem, ScoreOutputs::none), Error);
  problem.masks = {CausalMask{}, PaddingMask{{false, true, true}}};
  const auto reference = run_reference(problem);
  CHECK_CLOSE(run_tiled(problem, ScoreOutputs::none).output, reference.output,
              test::output_tolerance(problem, reference));
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(reference.output(0, 0, c) == 0);  // sees nothing
    CHECK(std::isfinite(reference.output(0, 2, c)));
  }
}
