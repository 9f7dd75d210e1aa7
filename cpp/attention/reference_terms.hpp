// What each method adds to one score or one output, for the reference.
#pragma once

#include <span>

#include "position/method.hpp"

namespace posenc {

// One (head, query, key) pair, with the vectors that its terms may use. q is scaled by the query temperature.
struct ReferencePair {
  int head;
  int heads;
  double query_position;
  double key_position;
  std::span<const double> query;  // [head_dim]
  std::span<const double> key;    // [head_dim]
  double scale;
};

// Added before the soft cap: terms with q or k in them.
double reference_vector_terms(const PositionMethods& methods, const ReferencePair& pair);

// Added after the soft cap: plain biases.
double reference_bias(const PositionMethods& methods, const ReferencePair& pair);

// CoPE's term for every key of one query, added to `scores` [keys], which hold scale q·k; hidden keys are -infinity.
void add_reference_gates(const PositionMethods& methods, std::span<const double> query, double scale,
                         std::span<double> scores);

// Shaw's value row for the pair, one channel; 0 without one.
double reference_value_term(const PositionMethods& methods, double relative_position, std::size_t channel);

}  // namespace posenc
