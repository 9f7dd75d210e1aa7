// Two tasks of looking something up.
//
//   associative recall   key value key value … ASK key -> its value; every key occurs once before it is asked for
//   passkey              noise … SIGN k_1 … k_n noise … ASK -> k_1 … k_n, the needle at a chosen depth (Mohtashami,
//                        Jaggi 2023; Kamradt 2023)
//
// Keys, values and digits are drawn evenly and stand in the text, so the floor is 0; a model that does not look has
// ln values, ln digits.
#pragma once

#include "tasks/task.hpp"

namespace posenc {

// The vocabulary: 0 ask, 1 … keys, then values.
struct AssociativeRecall {
  int keys = 8;
  int values = 8;
  int questions = 2;

  int vocabulary() const { return 1 + keys + values; }
  // The most pairs that fit, no more than there are keys.
  int pairs(int tokens) const;
};
// The pairs start at places drawn evenly, filled up with 0; the last 2 questions tokens are "ask key", and each asked
// key's target is its value.
TaskBatch make(const AssociativeRecall& task, const TaskSize& size, std::uint64_t seed);

// The vocabulary: 0 the needle's sign, 1 ask, 2 … digits + 1, then `noise` words.
struct Passkey {
  int digits = 10;
  int length = 4;  // of the key
  int noise = 8;
  double depth = -1;  // of the needle: 0 at the start, 1 just before the question; below 0: drawn evenly

  int vocabulary() const { return 2 + digits + noise; }
};
TaskBatch make(const Passkey& task, const TaskSize& size, std::uint64_t seed);

}  // namespace posenc
