// What stands in front of attention: token vectors and their projections to q, k and v.
//
//   Q = X W_qᵀ, K = X W_kᵀ, V = X W_vᵀ,  X [tokens, model_dim], W [out_features, in_features] as in PyTorch
//
// Head h of Q is columns h * head_dim … (h + 1) * head_dim - 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/tensor.hpp"
#include "position/context.hpp"

namespace posenc {

struct Projections {
  Tensor<float, 2> query;  // [heads * head_dim, model_dim]
  Tensor<float, 2> key;    // [kv_heads * head_dim, model_dim]
  Tensor<float, 2> value;  // [kv_heads * value_dim, model_dim]
};

// Weights drawn from the seed, mean 0, variance 1 / model_dim, so that q, k and v keep the size of x.
Projections random_projections(const AttentionShape& shape, int model_dim, std::uint64_t seed);

// q = k = v = x. Throws unless heads * head_dim, kv_heads * head_dim and kv_heads * value_dim are model_dim.
Projections identity_projections(const AttentionShape& shape, int model_dim);

// [tokens, model_dim], mean 0, variance 1. A token's vector depends on its text and the seed only.
Tensor<float, 2> embed_tokens(const std::vector<std::string>& tokens, int model_dim, std::uint64_t seed);

struct ProjectedTokens {
  Tensor<float, 3> query;  // [heads, tokens, head_dim]
  Tensor<float, 3> key;    // [kv_heads, tokens, head_dim]
  Tensor<float, 3> value;  // [kv_heads, tokens, value_dim]
};

// In float SIMD. The second form has other tokens, [queries, model_dim], for the queries.
ProjectedTokens project(TensorView<const float, 2> x, const Projections& projections, const AttentionShape& shape);
ProjectedTokens project(TensorView<const float, 2> query_x, TensorView<const float, 2> key_x,
                        const Projections& projections, const AttentionShape& shape);

}  // namespace posenc
