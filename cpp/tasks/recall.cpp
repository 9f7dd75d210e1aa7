#include "tasks/recall.hpp"

#include <cmath>

#include "tasks/task_parts.hpp"

namespace posenc {

namespace {

constexpr int kAsk = 0, kFirstKey = 1;                      // associative recall
constexpr int kSign = 0, kAskPasskey = 1, kFirstDigit = 2;  // passkey

}  // namespace

int AssociativeRecall::pairs(int tokens) const {
  return std::min(keys, (tokens - 2 * questions) / 2);
}

TaskBatch make(const AssociativeRecall& task, const TaskSize& size, std::uint64_t seed) {
  require_range("task.keys", task.keys, 1, kMaxSymbols);
  require_range("task.values", task.values, 2, kMaxSymbols);
  require_range("task.questions", task.questions, 1, task.keys);
  require_size(size, 4 * task.questions);
  Random random(seed_from("associative recall", seed));
  TaskBatch made = ignored_batch(size);
  const int pairs = task.pairs(size.tokens), text = size.tokens - 2 * task.questions;
  for (int b = 0; b < size.batch; ++b) {
    int *inputs = row_of(made.inputs, size, b), *targets = row_of(made.targets, size, b);
    const std::vector<int> keys = shuffled(task.keys, random), asked = shuffled(pairs, random);
    // A pair takes two places: draw among text - pairs, then make room.
    const std::vector<int> places = places_of(pairs, text - pairs, random);
    std::vector<int> values;
    for (std::size_t pair = 0; pair < places.size(); ++pair) {
      int* at = inputs + places[pair] + static_cast<int>(pair);
      values.push_back(kFirstKey + task.keys + random.below(task.values));
      at[0] = kFirstKey + keys[pair];
      at[1] = values.back();
    }
    for (int question = 0; question < task.questions; ++question) {
      const int at = text + 2 * question;
      const auto pair = static_cast<std::size_t>(asked[static_cast<std::size_t>(question)]);
      inputs[at] = kAsk;
      inputs[at + 1] = kFirstKey + keys[pair];
      targets[at + 1] = values[pair];
    }
  }
  return made;
}

TaskBatch make(const Passkey& task, const TaskSize& size, std::uint64_t seed) {
  require_range("task.digits", task.digits, 2, kMaxSymbols);
  require_range("task.length", task.length, 1, kMaxSymbols);
  require_range("task.noise", task.noise, 1, kMaxSymbols);
  require_range("task.depth", task.depth, -1, 1);
  require_size(size, 2 * task.length + 1);
  Random random(seed_from("passkey", seed));
  TaskBatch made = ignored_batch(size);
  const int question = size.tokens - task.length;  // ASK k_1 … k_(n - 1)
  const int room = question - (task.length + 1);   // the last place where the needle can start
  for (int b = 0; b < size.batch; ++b) {
    int *inputs = row_of(made.inputs, size, b), *targets = row_of(made.targets, size, b);
    for (int t = 0; t < question; ++t) inputs[t] = kFirstDigit + task.digits + random.below(task.noise);
    const int start = task.depth < 0 ? random.below(room + 1) : static_cast<int>(std::lround(task.depth * room));
    inputs[start] = kSign;
    inputs[question] = kAskPasskey;
    for (int at = 0; at < task.length; ++at) {
      const int digit = kFirstDigit + random.below(task.digits);
      inputs[start + 1 + at] = digit;
      targets[question + at] = digit;
      if (at + 1 < task.length) inputs[question + 1 + at] = digit;
    }
  }
  return made;
}

}  // namespace posenc
