// A problem as the JSON describes it, and what the two engines of the core make of it.
//
// The text (README, "The problem") is read by bindings/read_problem; from here on everything is values. Tests, the
// command, the page and the WebGPU engine all go through prepare(), run_tiled() and run_reference().
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "attention/mask.hpp"
#include "model/layer.hpp"
#include "model/part.hpp"
#include "model/token_positions.hpp"
#include "position/method.hpp"
#include "position/plan.hpp"
#include "position/query_scale.hpp"

namespace posenc {

// Token vectors and projections: methods inserted at the input have something to add to. Here queries = keys = tokens.
struct LayerInput {
  Tensor<float, 2> x;  // [tokens, model_dim]
  Projections projections;
};
struct TensorInput {
  Tensor<float, 3> query;  // [heads, queries, head_dim]
  Tensor<float, 3> key;    // [kv_heads, keys, head_dim]
  Tensor<float, 3> value;  // [kv_heads, keys, value_dim]
};

struct DescribedProblem {
  AttentionShape shape;
  std::variant<LayerInput, TensorInput> input;
  PositionMethods methods;  // complete: learned tables are there (with_parameters)
  Masks masks;
  QueryScale query_scale;
  std::vector<double> query_positions;  // [queries]
  std::vector<double> key_positions;    // [keys]
  double scale = 1;
  double softcap = 0;
  // All that run_tiled() computes. A TensorInput then holds the part's heads alone, and all their tokens.
  std::optional<Part> part;

  Part computed() const { return part.value_or(whole_of(shape)); }
  int model_dim() const;
  PositionContext context() const { return {shape, model_dim(), scale, query_positions, key_positions}; }
};

// Throws an Error that names the field, expectation and value. NaN and infinity in any number are refused.
void validate(const DescribedProblem& problem);

// The problem of P X: token rows in another order, positions where they were, the mask fixed or permuted with them.
enum class MaskPermutation { fixed, with_tokens };
DescribedProblem permute(const DescribedProblem& problem, std::span<const int> permutation, MaskPermutation mask);

// What an engine executes: q, k, v in float, the plan, who sees whom. Of a part, only its heads and queries.
struct PreparedProblem {
  Tensor<float, 2> input;  // X + encoding; empty for TensorInput
  ProjectedTokens tokens;
  PositionPlan plan;
  Visibility visibility;
};
PreparedProblem prepare(const DescribedProblem& problem);

enum class ScoreOutputs { none, scores_and_weights };

// Real is float from run_tiled, double from run_reference. What does not exist for the problem is empty. Of a part,
// heads and queries are the part's; input and encoding are whole.
template <class Real>
struct AttentionResult {
  Tensor<Real, 3> scores, weights;             // [heads, queries, keys]
  Tensor<Real, 3> output;                      // [heads, queries, value_dim]
  Tensor<Real, 2> input, encoding;             // [tokens, model_dim]
  Tensor<Real, 3> query, key, value;           // after the projections
  Tensor<Real, 3> rotated_query, rotated_key;  // as they enter the dot product
};

// run_reference() knows no parts. Both throw too_large before they allocate more than 1 GiB, and invalid_argument where
// finite inputs overflow.
AttentionResult<float> run_tiled(const DescribedProblem& problem, ScoreOutputs wanted);
AttentionResult<double> run_reference(const DescribedProblem& problem);

}  // namespace posenc
