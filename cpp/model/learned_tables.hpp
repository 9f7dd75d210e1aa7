// The learned tables of position methods as parameters: one list that layouts, copies and gradients go by.
//
// All layers share them, as T5's do; learned absolute rows enter once, at the input. Start: given tables stay; T5's and
// CoPE's are zero and KERPLE's p and a are 1, as their authors have it; FIRE's hidden layer has deviation 1 (weights)
// and 0.5 (biases), so that its kinks spread over the distances; projections have 1 / sqrt(in_features); all else has
// 0.02, as in GPT-2, BERT and Transformer-XL.
// Fixed: FIRE's c and threshold, ALiBi's slopes, rotary frequencies.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "position/method.hpp"

namespace posenc {

struct LearnedTable {
  std::string name;  // "projection"
  std::vector<std::size_t> shape;
  std::span<float> floats;    // one of the two
  std::span<double> doubles;  // is not empty
  double deviation = 0;       // at the start, where it was not given; 0: as with_parameters makes it, or zero
  bool starts_at_zero = false;

  std::size_t size() const { return floats.size() + doubles.size(); }
};

// Tables that the method has; none that is empty. The spans are those of the method.
std::vector<LearnedTable> learned_tables(PositionMethod& method);

}  // namespace posenc
