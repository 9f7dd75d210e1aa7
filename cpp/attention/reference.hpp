// Attention in double precision, one number at a time, straight from the papers.
//
// It takes the method, not the plan, and shares no code with lower, tiled or the shaders, which are tested against it.
// The page shows it as "exact". Error: a few ulp of double times the number of terms summed.
//
// Sources: scaled dot-product attention (Vaswani et al. 2017, eq. 1); ALiBi (Press, Smith, Lewis 2022, section 3);
// rotary (Su et al. 2021, eq. 14-16).
#pragma once

#include "attention/mask.hpp"
#include "attention/problem.hpp"
#include "base/tensor.hpp"
#include "position/method.hpp"

namespace posenc {

struct ReferenceResult {
  Tensor<double, 3> scores;         // [heads, queries, keys]; -infinity where hidden
  Tensor<double, 3> weights;        // [heads, queries, keys]; 0 where hidden
  Tensor<double, 3> output;         // [heads, queries, value_dim]; 0 where a query sees nothing
  Tensor<double, 3> rotated_query;  // [heads, queries, head_dim] as it enters the dot product
  Tensor<double, 3> rotated_key;    // [kv_heads, keys, head_dim]
};

// The problem and the method must be valid. Methods inserted at the input are not seen here: see model/layer_reference.
ReferenceResult attention_reference(const ReferenceProblem& problem, const Mask& mask, const PositionMethod& method);

}  // namespace posenc
