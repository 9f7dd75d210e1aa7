// Counting: how often has the marked symbol come so far?
//
//   tokens are 1 (counted, with `probability`) or 0; the target of every token is its count so far, modulo `modulus`
//
// The vocabulary: 0, 1, and 2 … modulus - 1, which occur as targets only. The
// count is a function of what has been seen: the floor is 0.
#pragma once

#include "tasks/task.hpp"

namespace posenc {

struct Counting {
  int modulus = 10;
  double probability = 0.5;

  int vocabulary() const { return modulus; }
};
TaskBatch make(const Counting& task, const TaskSize& size, std::uint64_t seed);

}  // namespace posenc
