#include "attention/tiled.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/error.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

struct Worst {
  double share = 0;
  int cases = 0;
};

double largest(std::span<const double> numbers) {
  double found = 0;
  for (const double number : numbers)
    if (std::isfinite(number)) found = std::max(found, std::abs(number));
  return found;
}

void note(std::map<std::string, Worst>& table, const test::Case& listed, double share) {
  Worst& worst = table[listed.name.substr(0, listed.name.find(','))];
  worst.share = std::max(worst.share, share);
  ++worst.cases;
}

void print(const char* title, const std::map<std::string, Worst>& table) {
  std::printf("%s: worst error / tolerance\n", title);
  for (const auto& [method, worst] : table)
    std::printf("  %-28s %.3f  (%d cases)\n", method.c_str(), worst.share, worst.cases);
}

}  // namespace

TEST_CASE("tiled: agrees with the reference on every case", "[attention][tiled]") {
  std::map<std::string, Worst> outputs, scores;
  for (const test::Case& listed : test::all_cases()) {
    INFO(listed.name);
    const auto reference = run_reference(listed.problem);
    // A tolerance must be smaller than the values that it guards.
    CHECK(test::output_tolerance(listed.problem, reference) < 5e-3 * largest(reference.value.numbers()));
    CHECK(test::score_tolerance(listed.problem, reference) < 1e-3 * (1 + largest(reference.scores.numbers())));
    const auto tiled = run_tiled(listed.problem, ScoreOutputs::scores_and_weights);
    const auto output = test::close(tiled.output, reference.output, test::output_tolerance(listed.problem, reference));
    const auto score = test::close(tiled.scores, reference.scores, test::score_tolerance(listed.problem, reference));
    // A weight moves by at most twice the largest score error, relatively.
    const auto weight =
        test::close(tiled.weights, reference.weights, 2 * test::score_tolerance(listed.problem, reference) + 0x1p-20);
    {
      INFO("output " << output.text());
      CHECK(output.is_close);
    }
    {
      INFO("scores " << score.text());
      CHECK(score.is_close);
    }
    {
      INFO("weights " << weight.text());
      CHECK(weight.is_close);
    }
    note(outputs, listed, output.share());
    note(scores, listed, score.share());
  }
  print("output, tiled against reference", outputs);
  print("scores, tiled against reference", scores);
}

TEST_CASE("tiled: asking for scores does not change the output", "[attention][tiled]") {
  DescribedProblem problem = test::tensor_problem({3, 1, 65, 65, 18, 16}, 5);
  problem.methods = {Alibi{}};
  problem.masks = {CausalMask{}};
  CHECK_CLOSE(run_tiled(problem, ScoreOutputs::none).output,
              packed<double>(run_tiled(problem, ScoreOutputs::scores_and_weights).output), 0);
}

TEST_CASE("tiled: memory beyond inputs and outputs is linear in tokens", "[attention][tiled]") {
  const AttentionShape small{8, 8, 1024, 1024, 64, 64}, large{8, 8, 16384, 16384, 64, 64};
  CHECK(Workspace(large, {}).bytes() < 17 * Workspace(small, {}).bytes());
  CHECK(Workspace(large, {}).bytes() < 16u << 20);
}

TEST_CASE("tiled: long rows stay accurate", "[attention][tiled]") {
  const DescribedProblem problem = test::tensor_problem({1, 1, 2, 16384, 16, 8}, 9);
  const auto reference = run_reference(problem);
  CHECK_CLOSE(run_tiled(problem, ScoreOutputs::none).output, reference.output, 1e-6);
}

TEST_CASE("tiled: finite numbers that overflow are an error, not NaN", "[attention][tiled][errors]") {
  DescribedProblem problem = test::tensor_problem({1, 1, 2, 2, 2, 2}, 10);
  for (float& number : std::get<TensorInput>(problem.input).query.numbers()) number = 1e30f;
  for (float& number : std::get<TensorInput>(problem.input).key.numbers()) number = 1e30f;
  CHECK_THROWS_AS(run_tiled(problem, ScoreOutputs::none), Error);
}
