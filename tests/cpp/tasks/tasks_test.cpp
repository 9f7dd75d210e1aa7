// What tasks promise: the answer stands where it is said, the floor is what the formula gives, seeds decide.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tasks/biting.hpp"
#include "tasks/copying.hpp"
#include "tasks/counting.hpp"
#include "tasks/hidden_markov.hpp"
#include "tasks/recall.hpp"

using namespace posenc;

namespace {

const TaskSize kSize{40, 12};

template <class Task>
void check_batch(const Task& task, const TaskSize& size, int outputs) {
  const TaskBatch one = make(task, size, 5), again = make(task, size, 5), other = make(task, size, 6);
  CHECK(one.inputs == again.inputs);
  CHECK(one.targets == again.targets);
  CHECK(one.inputs != other.inputs);
  CHECK(one.inputs.size() == static_cast<std::size_t>(size.tokens * size.batch));
  CHECK(std::ranges::all_of(one.inputs, [&](int token) { return token >= 0 && token < task.vocabulary(); }));
  CHECK(std::ranges::all_of(one.targets, [&](int target) { return target >= kIgnoreTarget && target < outputs; }));
  CHECK(std::ranges::any_of(one.targets, [](int target) { return target != kIgnoreTarget; }));
}

template <class Task>
void check_lengths(const Task& task) {
  for (const int factor : {1, 2, 4, 8, 16}) check_batch(task, {32 * factor, 3}, task.vocabulary());
}

}  // namespace

TEST_CASE("tasks: batches of every length up to 16 times 32 tokens", "[tasks]") {
  check_lengths(HiddenMarkov{});
  check_lengths(Copying{});
  check_lengths(Induction{});
  check_lengths(AssociativeRecall{});
  check_lengths(Passkey{});
  check_lengths(Counting{});
  for (const int factor : {1, 16}) {
    const TaskSize size{32 * factor, 3};
    const TaskBatch one = make(Biting{}, size, 5);
    CHECK(one.inputs == make(Biting{}, size, 5).inputs);
    CHECK(one.targets.size() == 3);
  }
}

TEST_CASE("biting: the class says which name comes first, and the bag of words does not", "[tasks]") {
  const TaskBatch made = make(Biting{.names = 4}, {20, 400}, 3);
  int ones = 0;
  for (int b = 0; b < 400; ++b) {
    const auto row = std::span(made.inputs).subspan(static_cast<std::size_t>(b) * 20, 20);
    std::vector<int> words;
    std::ranges::copy_if(row, std::back_inserter(words), [](int token) { return token != 0; });
    REQUIRE(words.size() == 3);
    CHECK(words[1] == 1);
    CHECK(words[0] != words[2]);
    CHECK(made.targets[static_cast<std::size_t>(b)] == (words[0] < words[2] ? 1 : 0));
    ones += made.targets[static_cast<std::size_t>(b)];
  }
  CHECK(std::abs(ones - 200) < 40);  // four deviations
}

TEST_CASE("hidden markov: the forward algorithm agrees with the sum over all paths", "[tasks]") {
  const MarkovTables tables = tables_of({.states = 3, .symbols = 4});
  const std::vector<int> symbols{2, 0, 3, 3, 1};
  double whole = 0;
  for (int path = 0; path < 243; ++path) {
    double probability = 1;
    for (int t = 0, rest = path, before = -1; t < 5; ++t, rest /= 3) {
      const auto state = static_cast<std::size_t>(rest % 3);
      probability *= before < 0 ? tables.start[state] : tables.transition(static_cast<std::size_t>(before), state);
      probability *= tables.emission(state, static_cast<std::size_t>(symbols[static_cast<std::size_t>(t)]));
      before = static_cast<int>(state);
    }
    whole += probability;
  }
  double sum = 0;
  for (const double log : log_probabilities(tables, symbols)) sum += log;
  CHECK(std::abs(sum - std::log(whole)) < 1e-12);
}

TEST_CASE("hidden markov: floors", "[tasks]") {
  // Even symbols cost ln symbols; one state costs the entropy of its emissions.
  CHECK(std::abs(make(HiddenMarkov{.symbols = 8, .contrast = 0}, {50, 2}, 1).floor - std::log(8.0)) < 1e-12);
  const HiddenMarkov memoryless{.states = 1, .symbols = 6};
  const MarkovTables tables = tables_of(memoryless);
  double entropy = 0;
  for (std::size_t symbol = 0; symbol < 6; ++symbol)
    entropy -= tables.emission(0, symbol) * std::log(tables.emission(0, symbol));
  CHECK(std::abs(make(memoryless, {500, 64}, 2).floor - entropy) < 0.05);
  // The chain stays where it starts, and knowing the past helps.
  const MarkovTables chain = tables_of({});
  for (std::size_t to = 0; to < 8; ++to) {
    double moved = 0;
    for (std::size_t from = 0; from < 8; ++from) moved += chain.start[from] * chain.transition(from, to);
    CHECK(std::abs(moved - chain.start[to]) < 1e-12);
  }
  CHECK(make(HiddenMarkov{}, {500, 16}, 3).floor < std::log(16.0));
}

TEST_CASE("copying and induction: targets are what stood there before", "[tasks]") {
  const TaskBatch copied = make(Copying{.symbols = 5}, {11, 4}, 1);
  for (std::size_t row = 0; row < copied.inputs.size(); row += 11) {
    CHECK(copied.inputs[row] == 0);
    CHECK(copied.inputs[row + 6] == 1);
    for (std::size_t at = 0; at < 5; ++at) CHECK(copied.targets[row + 6 + at] == copied.inputs[row + 1 + at]);
    for (std::size_t at = 0; at < 6; ++at) CHECK(copied.targets[row + at] == kIgnoreTarget);
  }
  const TaskBatch induced = make(Induction{.symbols = 9, .least_period = 5, .most_period = 5}, {17, 4}, 1);
  for (std::size_t row = 0; row < induced.inputs.size(); row += 17)
    for (std::size_t t = 0; t < 17; ++t) {
      CHECK(induced.targets[row + t] == (t < 5 ? kIgnoreTarget : induced.inputs[row + t - 4]));
      if (t >= 5) CHECK(induced.inputs[row + t] == induced.inputs[row + t - 5]);
    }
}

TEST_CASE("associative recall: the value follows its key once in the text", "[tasks]") {
  const AssociativeRecall task{.keys = 6, .values = 5, .questions = 2};
  const TaskBatch made = make(task, kSize, 4);
  for (int b = 0; b < kSize.batch; ++b)
    for (int question = 0; question < 2; ++question) {
      const int row = b * kSize.tokens, at = row + kSize.tokens - 3 + 2 * question;
      const int key = made.inputs[static_cast<std::size_t>(at)];
      std::vector<int> values;
      for (int t = row; t < row + kSize.tokens - 4; ++t)
        if (made.inputs[static_cast<std::size_t>(t)] == key)
          values.push_back(made.inputs[static_cast<std::size_t>(t + 1)]);
      CHECK(made.inputs[static_cast<std::size_t>(at - 1)] == 0);
      REQUIRE(values.size() == 1);
      CHECK(values[0] == made.targets[static_cast<std::size_t>(at)]);
      CHECK(values[0] > task.keys);
    }
}

TEST_CASE("passkey: the needle stands at the depth that was asked for", "[tasks]") {
  for (const double depth : {0.0, 0.5, 1.0}) {
    const TaskBatch made = make(Passkey{.length = 3, .depth = depth}, kSize, 4);
    const int question = kSize.tokens - 3, start = static_cast<int>(std::lround(depth * (question - 4)));
    for (int b = 0; b < kSize.batch; ++b) {
      const auto row = static_cast<std::size_t>(b * kSize.tokens);
      CHECK(made.inputs[row + static_cast<std::size_t>(start)] == 0);
      CHECK(made.inputs[row + static_cast<std::size_t>(question)] == 1);
      for (int at = 0; at < 3; ++at)
        CHECK(made.targets[row + static_cast<std::size_t>(question + at)] ==
              made.inputs[row + static_cast<std::size_t>(start + 1 + at)]);
    }
  }
}

TEST_CASE("counting: modulo what was asked for", "[tasks]") {
  const TaskBatch made = make(Counting{.modulus = 3, .probability = 1}, {7, 1}, 1);
  CHECK(made.targets == std::vector<int>{1, 2, 0, 1, 2, 0, 1});
}

TEST_CASE("tasks: impossible settings are named", "[tasks]") {
  CHECK_THROWS_AS(make(Biting{}, {2, 1}, 1), Error);
  CHECK_THROWS_AS(make(Biting{.names = 1}, {9, 1}, 1), Error);
  CHECK_THROWS_AS(make(Passkey{.depth = 1.5}, {40, 1}, 1), Error);
  CHECK_THROWS_AS(make(Passkey{.length = 9}, {18, 1}, 1), Error);
  CHECK_THROWS_AS(make(AssociativeRecall{.keys = 1, .questions = 2}, {40, 1}, 1), Error);
  CHECK_THROWS_AS(make(HiddenMarkov{.states = 0}, {40, 1}, 1), Error);
}
