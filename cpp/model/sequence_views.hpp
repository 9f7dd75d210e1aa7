// One sequence of a batch as attention sees it: heads that stand side by side in the rows of products, no copies.
#pragma once

#include "model/activations.hpp"
#include "model/length_plan.hpp"

namespace posenc {

struct Sequence {
  const ModelConfig& config;
  const LengthPlan& plan;
  std::size_t first_row;  // of its tokens

  std::size_t tokens() const { return plan.positions.size(); }

  // Heads of a tensor of rows, from a column on.
  TensorView<float, 3> heads(Rows& tensor, int first_column, int count) const {
    const auto head_dim = static_cast<std::size_t>(config.head_dim);
    return {tensor.row(first_row) + first_column,
            {static_cast<std::size_t>(count), tokens(), head_dim},
            {head_dim, tensor.row_stride(), 1}};
  }
  TensorView<float, 3> query(Rows& tensor) const { return heads(tensor, 0, config.heads); }
  TensorView<float, 3> key(Rows& tensor) const {
    return heads(tensor, config.heads * config.head_dim, config.kv_heads);
  }
  TensorView<float, 3> value(Rows& tensor) const {
    return heads(tensor, (config.heads + config.kv_heads) * config.head_dim, config.kv_heads);
  }
  TensorView<float, 2> log_sum_exp(LayerActivations& of) const {
    const auto count = static_cast<std::size_t>(config.heads);
    return {of.log_sum_exp.data() + first_row * count, {count, tokens()}};
  }
  AttentionProblem problem(LayerActivations& of) const {
    return {plan.shape,
            query(of.query_key_value),
            key(of.query_key_value),
            value(of.query_key_value),
            plan.positions,
            plan.positions,
            plan.scale,
            0};
  }
};

}  // namespace posenc
