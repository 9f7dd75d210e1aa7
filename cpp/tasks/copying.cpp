#include "tasks/copying.hpp"

#include "tasks/task_parts.hpp"

namespace posenc {

namespace {

constexpr int kStart = 0, kCopy = 1, kFirstSymbol = 2;

}  // namespace

TaskBatch make(const Copying& task, const TaskSize& size, std::uint64_t seed) {
  require_range("task.symbols", task.symbols, 2, kMaxSymbols);
  require_size(size, Copying::kLeastTokens);
  Random random(seed_from("copying", seed));
  TaskBatch made = ignored_batch(size);
  const int n = (size.tokens - 1) / 2;
  for (int b = 0; b < size.batch; ++b) {
    int *inputs = row_of(made.inputs, size, b), *targets = row_of(made.targets, size, b);
    // START x_1 … x_n COPY x_1 … x_(n - 1): the sign and each copied symbol foretell the next one.
    inputs[0] = kStart;
    inputs[n + 1] = kCopy;
    for (int at = 1; at <= n; ++at) {
      inputs[at] = kFirstSymbol + random.below(task.symbols);
      targets[n + at] = inputs[at];
      if (n + 1 + at < size.tokens) inputs[n + 1 + at] = inputs[at];
    }
  }
  return made;
}

TaskBatch make(const Induction& task, const TaskSize& size, std::uint64_t seed) {
  require_range("task.symbols", task.symbols, 2, kMaxSymbols);
  require_range("task.least_period", task.least_period, 1, kMaxTaskTokens);
  require_range("task.most_period", task.most_period, task.least_period, kMaxTaskTokens);
  require_size(size, task.least_period + 2);
  Random random(seed_from("induction", seed));
  TaskBatch made = ignored_batch(size);
  for (int b = 0; b < size.batch; ++b) {
    int *inputs = row_of(made.inputs, size, b), *targets = row_of(made.targets, size, b);
    const int longest = std::min(task.most_period, size.tokens - 2);
    const int period = task.least_period + random.below(longest - task.least_period + 1);
    for (int t = 0; t < size.tokens; ++t)
      inputs[t] = t < period ? kFirstSymbol + random.below(task.symbols) : inputs[t - period];
    for (int t = period; t < size.tokens; ++t) targets[t] = inputs[t + 1 - period];
  }
  return made;
}

}  // namespace posenc
