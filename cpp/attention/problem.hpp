// One attention to compute: q, k, v, positions, mask, scale.
//
//   score(h, i, j) = cap(scale q_i·k_j + query-dependent terms) + bias,  cap(s) = softcap tanh(s / softcap) if softcap
//   > 0 weight(h, i, ·) = softmax over the visible keys of score(h, i, ·) output(h, i) = Σ_j weight(h, i, j) v_j
//
// The order scale, softcap, bias, mask is that of Hugging Face transformers and ggml.
#pragma once

#include <cstdint>
#include <span>

#include "attention/mask.hpp"
#include "base/tensor_view.hpp"
#include "position/context.hpp"

namespace posenc {

// Real is float for the engines and double for the reference.
template <class Real>
struct BasicAttentionProblem {
  AttentionShape shape;
  TensorView<const Real, 3> query;          // [heads, queries, head_dim]
  TensorView<const Real, 3> key;            // [kv_heads, keys, head_dim]
  TensorView<const Real, 3> value;          // [kv_heads, keys, value_dim]
  std::span<const double> query_positions;  // [queries]
  std::span<const double> key_positions;    // [keys]
  double scale = 1;
  double softcap = 0;  // 0: off
};
using AttentionProblem = BasicAttentionProblem<float>;
using ReferenceProblem = BasicAttentionProblem<double>;

}  // namespace posenc
