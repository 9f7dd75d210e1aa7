// Gradients of attention by recomputation (Dao et al. 2022): the weights come back from the scores and the rows'
// log-sum-exp, so that nothing of size queries x keys is kept.
//
//   forward   s = cap(q'·k + vectors) + bias,  p = e^(s - log_sum_exp),  o = Σ p (v + value vectors)
//   delta_i = d_o·o,  d_p = d_o·(v + value vectors),  d_s = p (d_p - delta)
//   d_v += p d_o,  d_k += d_s cap' q',  d_q' += d_s cap' k,  d_bias[row] += d_s, and so on for each slot of the plan
//
// q' is the query scaled, turned and with its content bias; its gradient goes back through all three. Five products of
// the size of q·k, by the same panel product as forward; accumulation is over blocks of queries in order, so results do
// not depend on anything but the problem. Accuracy: as forward, relative to Σ |terms| of each gradient.
#pragma once

#include "attention/tiled.hpp"

namespace posenc {

// What forward left behind.
struct AttentionResults {
  TensorView<const float, 3> output;       // [heads, queries, value_dim]
  TensorView<const float, 2> log_sum_exp;  // [heads, queries]
};

// Gradients, added to what stands there; shapes of what they belong to. Tables of the plan are left out where empty.
struct AttentionGradients {
  TensorView<float, 3> query, key, value;
  TensorView<float, 2> content_bias;
  TensorView<float, 2> relative_bias;
  TensorView<float, 3> relative_keys;
  TensorView<float, 2> relative_key_bias;
  TensorView<float, 3> relative_queries;
  TensorView<float, 3> relative_values;
  TensorView<float, 2> gated;
};

struct BackwardWorkspace {
  BackwardWorkspace(const AttentionShape& shape, const PositionPlan& plan);

  std::size_t bytes() const;

  Workspace forward;
  // Of one kv head; rows padded, tokens to whole tiles.
  Tensor<float, 2> key_rows;                  // [tokens, head_dim], turned
  Tensor<float, 3> value_tiles;               // [tiles, value_dim, kTileKeys]
  Tensor<float, 2> d_key_rows, d_value_rows;  // [tokens, head_dim], [tokens, value_dim]
  // Of a block of queries: rows = 4 panels.
  Tensor<float, 2> query_rows;         // [rows, head_dim]: q'
  Tensor<float, 2> d_query_rows;       // [rows, head_dim]
  Tensor<float, 2> d_output_rows;      // [rows, value_dim]
  Tensor<float, 3> d_output_panels;    // [panels, value_dim, 4]
  Tensor<float, 2> weights, d_scores;  // [rows, kTileKeys]
  std::vector<float> delta;            // [rows]
  Tensor<float, 2> terms;              // [4, kTileKeys]

  Tensor<float, 2> d_position_query_rows;  // [rows, head_dim]: of q with the relative key bias
  Tensor<float, 2> d_output_terms;         // [rows, rows of relative_values]: d_o·value vector
  Tensor<float, 2> d_score_rows;           // [4, tokens], where gates need whole rows
};

// The problem, plan and visibility of the forward call. Zero rows where nothing was visible.
void attention_backward(const AttentionProblem& problem, const PositionPlan& plan, const Visibility& visibility,
                        const AttentionResults& results, TensorView<const float, 3> d_output,
                        BackwardWorkspace& workspace, const AttentionGradients& gradients) noexcept;

}  // namespace posenc
