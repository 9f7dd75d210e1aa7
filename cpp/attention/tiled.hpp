// Attention in float SIMD, a tile of keys at a time, from a plan: no method names here.
//
// Blocks of 32 queries meet tiles of 64 keys, four queries at a time: scores by the panel product and their
// bias; cap, hidden keys to -infinity; online softmax; the same panel product with the values. Tiles that no query of
// a panel sees are not computed, nor the columns past the last key that any of them sees.
// Memory beyond inputs and outputs is the Workspace: linear in tokens, unless scores or weights are asked for.
//
// Accuracy against the double reference, u = 2^-24, S the largest |score|, V the largest |value|:
// |output error| <= 4 u (1 + S + sqrt(keys)) V. Results do not depend on which queries share a panel.
#pragma once

#include "attention/problem.hpp"
#include "attention/workspace.hpp"
#include "position/plan.hpp"

namespace posenc {

// Where results go; a view left empty is not computed. weights needs scores.
struct AttentionOutputs {
  TensorView<float, 3> output;         // [heads, queries, value_dim]
  TensorView<float, 3> scores;         // [heads, queries, keys]; -infinity where hidden
  TensorView<float, 3> weights;        // [heads, queries, keys]; 0 where hidden
  TensorView<float, 2> log_sum_exp{};  // [heads, queries]; -infinity for a query that sees nothing
};

// The problem must be valid and fit the plan, the visibility and the workspace. Values must be finite.
void attention_tiled(const AttentionProblem& problem, const PositionPlan& plan, const Visibility& visibility,
                     Workspace& workspace, const AttentionOutputs& outputs) noexcept;

}  // namespace posenc
