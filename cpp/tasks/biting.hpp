// Who bites whom: does the first name before the verb bite, or is it bitten?
//
//   noise … name … noise … BITES … noise … other name … noise     class: 1 if the lower-numbered name comes first
//
// The vocabulary: 0 noise, 1 the verb, 2 … names + 1. Both orders hold the same tokens, so the bag of words says
// nothing: a model that sees no order has at best ln 2, and one that does 0, however long the sentence.
#pragma once

#include "tasks/task.hpp"

namespace posenc {

struct Biting {
  int names = 8;

  int vocabulary() const { return names + 2; }
  static constexpr int kClasses = 2;
  static constexpr int kLeastTokens = 3;
};

// floor = 0. Throws an Error unless tokens >= 3 and names >= 2.
TaskBatch make(const Biting& task, const TaskSize& size, std::uint64_t seed);

}  // namespace posenc
