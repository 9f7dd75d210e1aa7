// The way from token vectors to q, k and v in double precision, one number at a time: the counterpart of
// attention_reference for methods that are inserted at the input.
#pragma once

#include <span>

#include "base/tensor.hpp"
#include "model/layer.hpp"
#include "position/method.hpp"

namespace posenc {

struct LayerReference {
  Tensor<double, 2> encoding;  // PE [tokens, model_dim]; empty where the method adds none
  Tensor<double, 2> input;     // X + PE [tokens, model_dim]
  Tensor<double, 3> query;     // [heads, tokens, head_dim]
  Tensor<double, 3> key;       // [kv_heads, tokens, head_dim]
  Tensor<double, 3> value;     // [kv_heads, tokens, value_dim]
};

// PE alone, [positions, width]; empty where the methods add none.
Tensor<double, 2> encoding_reference(const PositionMethods& methods, std::span<const double> positions,
                                     std::size_t width);

LayerReference layer_reference(TensorView<const float, 2> x, const Projections& projections,
                               const AttentionShape& shape, std::span<const double> positions,
                               const PositionMethods& methods);

}  // namespace posenc
