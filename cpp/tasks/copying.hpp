// Two tasks of repetition: say again what stood there.
//
//   copy        START x_1 … x_n COPY x_1 … x_n      what follows COPY is predicted
//   induction   a random run of symbols, again and again: predicted from the second time on, once a token has come back
//
// The vocabulary: 0 start, 1 the sign to copy, 2 … symbols + 1. Symbols are drawn evenly, so what is not repeated costs
// ln symbols whatever the model; only repeated tokens are targets. The floor is 0 for copies. For induction it is 0 for
// a model that can tell the period, which the tokens seen leave open only where a symbol has occurred by chance before.
#pragma once

#include "tasks/task.hpp"

namespace posenc {

struct Copying {
  int symbols = 16;

  int vocabulary() const { return symbols + 2; }
  static constexpr int kLeastTokens = 3;
};
// n = (tokens - 1) / 2; of an even number of tokens the last is no target.
TaskBatch make(const Copying& task, const TaskSize& size, std::uint64_t seed);

struct Induction {
  int symbols = 16;
  int least_period = 4;
  int most_period = 16;

  int vocabulary() const { return symbols + 2; }
};
// Every sequence has a period of its own, drawn evenly. The token that comes back first cannot be foreseen, but it
// foretells the next: targets start with it.
TaskBatch make(const Induction& task, const TaskSize& size, std::uint64_t seed);

}  // namespace posenc
