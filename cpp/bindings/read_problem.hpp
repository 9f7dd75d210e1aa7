// The problem JSON (README, "The problem") as values. The one place where its field names and defaults are read.
#pragma once

#include <emscripten/val.h>

#include <optional>
#include <vector>

#include "model/described_problem.hpp"

namespace posenc {

struct ReadProblem {
  DescribedProblem problem;
  std::vector<int> permutation;  // default: the reversal
  MaskPermutation mask_permutation = MaskPermutation::fixed;
};

// A part to compute, with the heads of the whole, which a part's tensors do not tell.
struct ReadPart {
  Part part;
  int heads = 1, kv_heads = 1;
};
ReadPart read_part(const emscripten::val& object);

// Throws an Error that names the field. Ranges are checked by validate().
ReadProblem read_problem(const emscripten::val& object, const std::optional<ReadPart>& part = std::nullopt);

}  // namespace posenc
