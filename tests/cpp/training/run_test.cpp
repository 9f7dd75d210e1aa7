// An experiment under way: equal seeds give equal runs, tests change nothing, other positions are really used.
#include "training/run.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "support/message_of.hpp"

using namespace posenc;
using test::message_of;

namespace {

Experiment tiny(AnyTask task, PositionMethods methods) {
  Experiment experiment;
  experiment.model = {.layers = 2, .width = 16, .heads = 2};
  experiment.task = std::move(task);
  experiment.methods = std::move(methods);
  experiment.training.optimizer.rate = 3e-3;
  experiment.tokens = 16;
  experiment.batch = 4;
  experiment.seed = 5;
  return experiment;
}

std::vector<double> losses_of(TrainingRun& run, int steps) {
  std::vector<double> losses;
  for (int step = 0; step < steps; ++step) losses.push_back(run.step().report.loss.loss);
  return losses;
}

bool equal_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("training run: equal experiments are equal to the bit, and tests in between change nothing", "[training]") {
  const Experiment experiment = tiny(HiddenMarkov{}, {Rotary{}});
  TrainingRun one(experiment), again(experiment);
  const auto expected = losses_of(one, 6);
  std::vector<double> losses = losses_of(again, 3);
  again.test({.tokens = 64, .sequences = 70});
  again.attention({.tokens = 24});
  for (const double loss : losses_of(again, 3)) losses.push_back(loss);
  CHECK(std::ranges::equal(losses, expected, equal_bits));
  Experiment other = experiment;
  other.seed = 6;
  TrainingRun third(other);
  const TrainingStep step = third.step();
  CHECK(step.report.loss.loss != expected[0]);
  CHECK(step.floor != TrainingRun(experiment).step().floor);  // other sequences, not only another start
}

TEST_CASE("training run: every method sees the same sequences", "[training]") {
  // The floor of a hidden Markov batch is a function of its very symbols.
  TrainingRun rotary(tiny(HiddenMarkov{}, {Rotary{}})), none(tiny(HiddenMarkov{}, {}));
  for (int step = 0; step < 3; ++step) CHECK(equal_bits(rotary.step().floor, none.step().floor));
  CHECK(equal_bits(rotary.test({.tokens = 32}).floor, none.test({.tokens = 32}).floor));
}

TEST_CASE("training run: every task is trained and tested", "[training]") {
  const AnyTask tasks[] = {Biting{},  HiddenMarkov{}, Copying{}, Induction{.most_period = 8}, AssociativeRecall{},
                           Passkey{}, Counting{}};
  for (const AnyTask& task : tasks) {
    TrainingRun run(tiny(task, {Rotary{}}));
    INFO(kind_of(task));
    CHECK(std::abs(run.step().report.loss.loss - chance(task)) < 2);
    const TestReport report = run.test({.tokens = 32, .sequences = 5});
    CHECK(std::abs(report.loss - chance(task)) < 2);
    CHECK(report.floor >= 0);
    CHECK(report.predicted >= 5);
    CHECK(report.correct <= report.predicted);
  }
}

TEST_CASE("training run: a test in parts is one over all sequences", "[training]") {
  // 512 tokens go 8 sequences at a time; their streams start anew, so 16 are two parts.
  TrainingRun run(tiny(Passkey{}, {}));
  run.step();
  CHECK(sequences_at_once(512) == 8);
  const TestReport first = run.test({.tokens = 512, .sequences = 8}), both = run.test({.tokens = 512, .sequences = 16});
  CHECK(both.predicted == 2 * first.predicted);
  CHECK(both.loss != first.loss);
  CHECK(std::abs(both.loss - first.loss) < 0.5);
  CHECK(both.correct >= first.correct);
}

TEST_CASE("training run: a trained model reads with other positions", "[training]") {
  TrainingRun run(tiny(Passkey{}, {Rotary{}}));
  losses_of(run, 5);
  const TestReport own = run.test({.tokens = 64});
  CHECK(equal_bits(run.test({.tokens = 64, .positions = OtherPositions{{Rotary{}}}}).loss, own.loss));
  Rotary slow;
  slow.scaling = LinearScaling{4};
  CHECK(run.test({.tokens = 64, .positions = OtherPositions{{slow}}}).loss != own.loss);
  CHECK(run.test({.tokens = 64, .positions = OtherPositions{{Rotary{}}, LogNScale{16}}}).loss != own.loss);
  CHECK(message_of([&] { run.test({.tokens = 64, .positions = OtherPositions{{T5Bias{.bidirectional = false}}}}); }) ==
        "positions.0.t5_bias.table: expected [32, 2], got no such tensor");
}

TEST_CASE("training run: a learned table ends, or is extended by the stated rule", "[training]") {
  TrainingRun run(tiny(Passkey{}, {Learned{.rows = 16}}));
  run.step();
  CHECK(message_of([&] { run.test({.tokens = 17}); }).starts_with("method.table: "));
  Learned extended{.rows = 16};
  extended.extension = TableExtension::interpolate;
  CHECK(std::isfinite(run.test({.tokens = 64, .positions = OtherPositions{{extended}}}).loss));
}

TEST_CASE("training run: attention maps are the weights, of every layer and head", "[training]") {
  TrainingRun run(tiny(Passkey{}, {Alibi{}}));
  losses_of(run, 3);
  const Tensor<float, 3> maps = run.attention({.tokens = 20});
  CHECK(maps.extents() == std::array<std::size_t, 3>{4, 20, 20});
  for (std::size_t map = 0; map < 4; ++map)
    for (std::size_t i = 0; i < 20; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 20; ++j) {
        sum += static_cast<double>(maps(map, i, j));
        if (j > i) CHECK(maps(map, i, j) == 0);
      }
      CHECK(std::abs(sum - 1) < 1e-5);
    }
  CHECK(!std::equal(maps.row(0, 0), maps.row(1, 0), maps.row(1, 0)));
  CHECK(!std::equal(maps.row(0, 0), maps.row(1, 0), maps.row(2, 0)));  // another layer
}

TEST_CASE("training run: goes on from saved parameters", "[training]") {
  TrainingRun run(tiny(Passkey{}, {Rotary{}}));
  losses_of(run, 4);
  const std::vector<NamedTensor> saved = run.parameters();
  TrainingRun next(tiny(Passkey{}, {Rotary{}}), saved);
  CHECK(equal_bits(next.test({.tokens = 32}).loss, run.test({.tokens = 32}).loss));
  Experiment wide = tiny(Passkey{}, {Rotary{}});
  wide.model.width = 32;
  CHECK(message_of([&] { TrainingRun(wide, saved); }) ==
        "embedding.weight: expected [20, 32], got [20, 16] with 320 numbers");
}

TEST_CASE("training run: what cannot be is refused in words", "[training]") {
  TrainingRun run(tiny(Copying{}, {}));
  CHECK(message_of([&] { run.test({.tokens = 0}); }) == "test.tokens: expected a number from 1 to 16384, got 0");
  CHECK(message_of([&] { run.test({.tokens = 16, .depth = 0.5}); }) ==
        "test.depth: expected nothing but for the task passkey, got copying");
  CHECK(message_of([&] { run.attention({.tokens = 8192}); }).starts_with("test.tokens: expected maps of at most"));
  Experiment huge = tiny(Copying{}, {});
  huge.tokens = huge.batch = 1024;
  CHECK(message_of([&] { TrainingRun{huge}; }).starts_with("training.batch: expected a step of at most"));
  Experiment short_text = tiny(Copying{}, {});
  short_text.tokens = 2;
  CHECK(message_of([&] { TrainingRun(short_text).step(); }).starts_with("tokens: expected"));
}
