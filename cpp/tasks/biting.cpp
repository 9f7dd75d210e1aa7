#include "tasks/biting.hpp"

#include "base/random.hpp"
#include "tasks/task_parts.hpp"

namespace posenc {

namespace {

constexpr int kNoise = 0, kBites = 1, kFirstName = 2;

}  // namespace

TaskBatch make(const Biting& task, const TaskSize& size, std::uint64_t seed) {
  require_range("task.names", task.names, 2, kMaxSymbols);
  require_size(size, Biting::kLeastTokens);
  Random random(seed_from("biting", seed));
  TaskBatch made = empty_batch(size);
  for (int b = 0; b < size.batch; ++b) {
    const auto [low, high] = two_of(task.names, random);
    const auto places = places_of(3, size.tokens, random);
    const bool low_bites = random.below(2) == 0;
    int* row = row_of(made.inputs, size, b);
    std::fill_n(row, size.tokens, kNoise);
    row[places[0]] = kFirstName + (low_bites ? low : high);
    row[places[1]] = kBites;
    row[places[2]] = kFirstName + (low_bites ? high : low);
    made.targets.push_back(low_bites ? 1 : 0);
  }
  return made;
}

}  // namespace posenc
