// One enumerated list of problems: methods x masks x awkward sizes, with seeded numbers. Every engine runs it.
#pragma once

#include <string>
#include <vector>

#include "model/described_problem.hpp"

namespace posenc::test {

struct Case {
  std::string name;  // "rotary/interleaved causal heads 3:1 tokens 65 head_dim 18"
  DescribedProblem problem;
};

// Every method with every mask, over sizes that do not fit tiles, panels or registers.
std::vector<Case> all_cases();

struct Sizes {
  int heads = 1, kv_heads = 1, queries = 3, keys = 3, head_dim = 8, value_dim = 8;
};

// q, k, v uniform in [-2, 2].
DescribedProblem tensor_problem(const Sizes& sizes, std::uint64_t seed);
// Token vectors and random projections; model_dim = heads * head_dim.
DescribedProblem layer_problem(const Sizes& sizes, std::uint64_t seed);

// The problem with these methods, their learned tables drawn and their scale taken.
DescribedProblem with_methods(DescribedProblem problem, const PositionMethods& methods);

// |error| that float arithmetic may leave in the output: 4 u (1 + S + sqrt(keys)) V, u = 2^-24, S the largest |score|,
// V the largest |value| of the reference. The projections' own rounding is added where the problem has them.
double output_tolerance(const DescribedProblem& problem, const AttentionResult<double>& reference);

// For scores: u ((2 sqrt(head_dim) + 8) |scale| |q| |k| + 4 S). A sum of head_dim products is off by sqrt(head_dim) u Σ
// |q k| (Higham, Mary 2019), and Σ |q k| <= |q| |k|; the 8 covers the rotations' tables and products and the scale, 4 S
// cap and bias.
double score_tolerance(const DescribedProblem& problem, const AttentionResult<double>& reference);

}  // namespace posenc::test
