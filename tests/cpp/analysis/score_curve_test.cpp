#include "analysis/score_curve.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/random.hpp"
#include "model/described_problem.hpp"
#include "support/cases.hpp"

using namespace posenc;

TEST_CASE("score curve: 1 at distance 0, times the square of the amplitude", "[analysis][rotary]") {
  const double zero = 0;
  CHECK(score_curve({Rotary{}, 64}, {&zero, 1}).mean[0] == 1);
  const YarnScaling yarn{.factor = 4, .original_max_position_embeddings = 4096};
  const ScoreCurve scaled = score_curve({Rotary{.scaling = yarn}, 64}, {&zero, 1});
  CHECK(std::abs(scaled.mean[0] - 1.138629436 * 1.138629436) < 1e-8);
}

TEST_CASE("score curve: mean and deviation are those of attention scores over drawn vectors", "[analysis][rotary]") {
  // x · R(7) x / width for 4000 draws of x, by the reference.
  constexpr int kDraws = 4000, kWidth = 8;
  const Rotary method{.rope_theta = 30};
  DescribedProblem problem = test::tensor_problem({1, 1, kDraws, 1, kWidth, kWidth}, 1);
  Random random(5);
  double sum = 0, squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    DescribedProblem one = test::tensor_problem({1, 1, 1, 1, kWidth, kWidth}, 1);
    auto& input = std::get<TensorInput>(one.input);
    for (std::size_t c = 0; c < kWidth; ++c) {
      // Box-Muller, as the generator is uniform.
      const double normal = std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307 * random.uniform());
      input.query(0, 0, c) = input.key(0, 0, c) = static_cast<float>(normal);
    }
    one.methods = {method};
    one.query_positions = {7};
    one.key_positions = {0};
    one.scale = 1.0 / kWidth;
    const double score = run_reference(one).scores(0, 0, 0);
    sum += score;
    squares += score * score;
  }
  const double mean = sum / kDraws, deviation = std::sqrt(squares / kDraws - mean * mean);
  const double distance = 7;
  const ScoreCurve curve = score_curve({method, kWidth}, {&distance, 1});
  // Five standard errors of the draws.
  CHECK(std::abs(mean - curve.mean[0]) < 5 * curve.deviation[0] / std::sqrt(kDraws));
  CHECK(std::abs(deviation / curve.deviation[0] - 1) < 0.1);
}

TEST_CASE("score curve: farther is not always smaller", "[analysis][rotary]") {
  std::vector<double> distances;
  for (int p = 0; p < 200; ++p) distances.push_back(p);
  const ScoreCurve curve = score_curve({Rotary{}, 64}, distances);
  CHECK(curve.mean[199] < curve.mean[1]);
  int rises = 0;
  for (std::size_t p = 1; p < distances.size(); ++p) rises += curve.mean[p] > curve.mean[p - 1] ? 1 : 0;
  CHECK(rises > 20);
}
