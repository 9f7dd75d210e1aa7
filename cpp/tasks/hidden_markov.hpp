// A language of which the entropy is known: a hidden Markov chain that says a symbol at every step.
//
//   state' ~ transition[state];  symbol ~ emission[state];  P(x_1 … x_t) by the forward algorithm (Rabiner 1989)
//   floor = -(1 / n) Σ_t ln P(x_(t+1) | x_1 … x_t) of this very sample, which tends to the entropy rate
//
// No predictor that sees the past only has a lower expected loss. Rows of both tables are drawn from the language's own
// seed: exponentials of `contrast` times a normal number, normalised; the chain starts in its stationary distribution.
#pragma once

#include "base/tensor.hpp"
#include "tasks/task.hpp"

namespace posenc {

struct HiddenMarkov {
  int states = 8;
  int symbols = 16;
  double contrast = 2;         // 0: every symbol is as likely as any other
  std::uint64_t language = 0;  // the seed of the tables

  int vocabulary() const { return symbols; }
};

struct MarkovTables {
  Tensor<double, 2> transition;  // [states, states]
  Tensor<double, 2> emission;    // [states, symbols]
  std::vector<double> start;     // stationary: start transition = start
};
// Throws an Error that names the field.
MarkovTables tables_of(const HiddenMarkov& task);

// ln P(x_t | x_1 … x_(t-1)) for every t.
std::vector<double> log_probabilities(const MarkovTables& tables, const std::vector<int>& symbols);

// Every target is the next symbol, that of the last token too.
TaskBatch make(const HiddenMarkov& task, const TaskSize& size, std::uint64_t seed);

}  // namespace posenc
