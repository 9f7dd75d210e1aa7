// The problem JSON (README, "The problem") as values. The one place where its field names and defaults are read.
#pragma once

#include <emscripten/val.h>

#include <vector>

#include "model/described_problem.hpp"

namespace posenc {

struct ReadProblem {
  DescribedProblem problem;
  std::vector<int> permutation;  // default: the reversal
  MaskPermutation mask_permutation = MaskPermutation::fixed;
};

// Throws an Error that names the field. Ranges are checked by validate().
ReadProblem read_problem(const emscripten::val& object);

}  // namespace posenc
