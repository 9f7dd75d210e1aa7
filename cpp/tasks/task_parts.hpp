// What tasks are made of.
#pragma once

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tasks/task.hpp"

namespace posenc {

inline constexpr int kMaxSymbols = 4096;

inline void require_size(const TaskSize& size, int least_tokens) {
  require_range("tokens", size.tokens, least_tokens, kMaxTaskTokens);
  require_range("batch", size.batch, 1, kMaxTaskTokens / size.tokens);
}

// Inputs 0; no targets yet.
inline TaskBatch empty_batch(const TaskSize& size) {
  TaskBatch made{size.batch, size.tokens, {}, {}, 0};
  made.inputs.resize(static_cast<std::size_t>(size.batch) * static_cast<std::size_t>(size.tokens));
  return made;
}
// … and every target ignored.
inline TaskBatch ignored_batch(const TaskSize& size) {
  TaskBatch made = empty_batch(size);
  made.targets.assign(made.inputs.size(), kIgnoreTarget);
  return made;
}

inline int* row_of(std::vector<int>& numbers, const TaskSize& size, int row) {
  return numbers.data() + static_cast<std::ptrdiff_t>(row) * size.tokens;
}

// Two different numbers below `count`, the lower one first; every pair as likely as any other.
inline std::pair<int, int> two_of(int count, Random& random) {
  const int one = random.below(count);
  const int other = random.below(count - 1);
  const int second = other >= one ? other + 1 : other;
  return std::minmax({one, second});
}

// `count` different places below `limit` in ascending order; every set as likely as any other (Knuth, algorithm S).
inline std::vector<int> places_of(int count, int limit, Random& random) {
  std::vector<int> places;
  for (int place = 0; static_cast<int>(places.size()) < count; ++place)
    if (random.below(limit - place) < count - static_cast<int>(places.size())) places.push_back(place);
  return places;
}

// The numbers below `count` in an order drawn from all (Fisher, Yates).
inline std::vector<int> shuffled(int count, Random& random) {
  std::vector<int> numbers;
  for (int at = 0; at < count; ++at) {
    numbers.push_back(at);
    std::swap(numbers.back(), numbers[static_cast<std::size_t>(random.below(at + 1))]);
  }
  return numbers;
}

}  // namespace posenc
