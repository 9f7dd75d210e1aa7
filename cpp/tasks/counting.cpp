#include "tasks/counting.hpp"

#include "tasks/task_parts.hpp"

namespace posenc {

TaskBatch make(const Counting& task, const TaskSize& size, std::uint64_t seed) {
  require_range("task.modulus", task.modulus, 2, kMaxSymbols);
  require_range("task.probability", task.probability, 0, 1);
  require_size(size, 1);
  Random random(seed_from("counting", seed));
  TaskBatch made = ignored_batch(size);
  for (int b = 0; b < size.batch; ++b) {
    int *inputs = row_of(made.inputs, size, b), *targets = row_of(made.targets, size, b);
    for (int t = 0, count = 0; t < size.tokens; ++t) {
      inputs[t] = random.uniform() < task.probability ? 1 : 0;
      count += inputs[t];
      targets[t] = count % task.modulus;
    }
  }
  return made;
}

}  // namespace posenc
