// Attention in double precision, one number at a time, straight from the papers.
//
// It takes the methods, not the plan, and shares no code with lower, tiled or the shaders, which are tested against it.
// The page shows it as "exact". Error: a few ulp of double times the number of terms summed.
//
// Sources: scaled dot-product attention (Vaswani et al. 2017, eq. 1); the methods' own papers, named at their terms in
// reference_terms.cpp and reference_rotation.cpp.
#pragma once

#include "attention/mask.hpp"
#include "attention/problem.hpp"
#include "base/tensor.hpp"
#include "position/method.hpp"
#include "position/query_scale.hpp"

namespace posenc {

struct ReferenceResult {
  Tensor<double, 3> scores;         // [heads, queries, keys]; -infinity where hidden
  Tensor<double, 3> weights;        // [heads, queries, keys]; 0 where hidden
  Tensor<double, 3> output;         // [heads, queries, value_dim]; 0 where a query sees nothing
  Tensor<double, 3> rotated_query;  // [heads, queries, head_dim] as it enters the dot product, temperature included
  Tensor<double, 3> rotated_key;    // [kv_heads, keys, head_dim]
};

// The problem and the methods must be valid, the methods complete (with_parameters). Methods inserted at the input are
// not seen here: see model/layer_reference.
ReferenceResult attention_reference(const ReferenceProblem& problem, const Masks& masks, const PositionMethods& methods,
                                    const QueryScale& query_scale);

}  // namespace posenc
