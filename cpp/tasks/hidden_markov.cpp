#include "tasks/hidden_markov.hpp"

#include <cmath>

#include "tasks/task_parts.hpp"

namespace posenc {

namespace {

// Products of a few hundred contracting steps: the distribution no longer moves.
constexpr int kStationarySteps = 1000;

Tensor<double, 2> random_rows(int rows, int columns, double contrast, Random& random) {
  Tensor<double, 2> table({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  for (std::size_t row = 0; row < table.extent(0); ++row) {
    double sum = 0;
    for (std::size_t c = 0; c < table.extent(1); ++c) sum += table(row, c) = std::exp(contrast * random.normal());
    for (std::size_t c = 0; c < table.extent(1); ++c) table(row, c) /= sum;
  }
  return table;
}

std::vector<double> moved(const MarkovTables& tables, const std::vector<double>& states) {
  std::vector<double> next(states.size());
  for (std::size_t from = 0; from < states.size(); ++from)
    for (std::size_t to = 0; to < states.size(); ++to) next[to] += states[from] * tables.transition(from, to);
  return next;
}

// An index drawn from probabilities that sum to 1.
template <class Probability>
std::size_t draw(std::size_t count, Random& random, Probability probability) {
  double rest = random.uniform();
  for (std::size_t at = 0; at + 1 < count; ++at) {
    rest -= probability(at);
    if (rest < 0) return at;
  }
  return count - 1;
}

std::vector<int> say(const MarkovTables& tables, int count, Random& random) {
  std::vector<int> symbols;
  std::size_t state = draw(tables.start.size(), random, [&](std::size_t at) { return tables.start[at]; });
  for (int t = 0; t < count; ++t) {
    const auto symbol =
        draw(tables.emission.extent(1), random, [&](std::size_t at) { return tables.emission(state, at); });
    symbols.push_back(static_cast<int>(symbol));
    state = draw(tables.start.size(), random, [&](std::size_t at) { return tables.transition(state, at); });
  }
  return symbols;
}

}  // namespace

MarkovTables tables_of(const HiddenMarkov& task) {
  require_range("task.states", task.states, 1, kMaxSymbols);
  require_range("task.symbols", task.symbols, 2, kMaxSymbols);
  require_range("task.contrast", task.contrast, 0, 10);
  Random random(seed_from("hidden markov language", task.language));
  MarkovTables tables;
  tables.transition = random_rows(task.states, task.states, task.contrast, random);
  tables.emission = random_rows(task.states, task.symbols, task.contrast, random);
  tables.start.assign(static_cast<std::size_t>(task.states), 1.0 / task.states);
  for (int step = 0; step < kStationarySteps; ++step) tables.start = moved(tables, tables.start);
  return tables;
}

std::vector<double> log_probabilities(const MarkovTables& tables, const std::vector<int>& symbols) {
  std::vector<double> logs, states = tables.start;
  for (const int symbol : symbols) {
    double sum = 0;
    for (std::size_t state = 0; state < states.size(); ++state)
      sum += states[state] *= tables.emission(state, static_cast<std::size_t>(symbol));
    logs.push_back(std::log(sum));
    for (double& state : states) state /= sum;
    states = moved(tables, states);
  }
  return logs;
}

TaskBatch make(const HiddenMarkov& task, const TaskSize& size, std::uint64_t seed) {
  require_size(size, 1);
  const MarkovTables tables = tables_of(task);
  Random random(seed_from("hidden markov", seed));
  TaskBatch made{size.batch, size.tokens, {}, {}, 0};
  for (int b = 0; b < size.batch; ++b) {
    const std::vector<int> symbols = say(tables, size.tokens + 1, random);
    made.inputs.insert(made.inputs.end(), symbols.begin(), symbols.end() - 1);
    made.targets.insert(made.targets.end(), symbols.begin() + 1, symbols.end());
    const std::vector<double> logs = log_probabilities(tables, symbols);
    for (std::size_t t = 1; t < logs.size(); ++t) made.floor -= logs[t];
  }
  made.floor /= static_cast<double>(made.targets.size());
  return made;
}

}  // namespace posenc
