// Models and batches that are small enough to be differentiated number by number.
#pragma once

#include <string>
#include <vector>

#include "model/batch.hpp"
#include "position/method.hpp"

namespace posenc::test {

struct NamedMethods {
  std::string name;
  PositionMethods methods;
};
// Every method of the core, with tables of a few rows, and lists of several.
std::vector<NamedMethods> methods_to_train();

struct TinyBatch {
  int batch = 0, tokens = 0;
  std::vector<int> inputs, targets;

  Batch view() const { return {batch, tokens, inputs, targets}; }
};
// Seeded; every third target of a decoder is ignored.
TinyBatch tiny_batch(const ModelConfig& config, int batch, int tokens, std::uint64_t seed);

}  // namespace posenc::test
