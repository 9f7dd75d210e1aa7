// Positions of one length in training: lowered once, its learned slots written again whenever parameters moved, and the
// gradients of those slots taken back to the methods' own tables.
//
//   method's tables --refresh--> plan --attention--> loss;  d plan --collect--> d tables
//
// Copies for Shaw, DeBERTa and CoPE; a product with sinusoids for Transformer-XL; sums over rows for learned encodings;
// d_table[bucket] for T5; derivatives of the kernel for KERPLE and of the MLP for FIRE.
#pragma once

#include "attention/backward.hpp"
#include "model/model_config.hpp"
#include "position/bias_terms.hpp"
#include "position/learned_rows.hpp"
#include "position/plan.hpp"
#include "position/query_scale.hpp"

namespace posenc {

struct LengthPlan {
  // Throws an Error that names the field where a method does not go to this length. The methods are complete and must
  // outlive the plan, which reads them again at refresh().
  LengthPlan(const ModelConfig& config, const PositionMethods& methods, const QueryScale& query_scale, int tokens);
  LengthPlan(const LengthPlan&) = delete;
  LengthPlan& operator=(const LengthPlan&) = delete;

  void refresh();
  void clear_gradients();
  // Adds to tables of the same methods.
  void collect(PositionMethods& d_methods) const;

  const PositionMethods& methods;
  AttentionShape shape;
  std::vector<double> positions;  // 0 … tokens - 1
  double scale;
  Visibility visibility;
  PositionPlan plan;
  BackwardWorkspace workspace;

  // Gradients, with the shapes of the plan's tables; views of what nothing is learned from stay empty.
  PositionPlan slots;
  Tensor<float, 2> d_encoding;  // [tokens, width]
  AttentionGradients gradients;

  // What refresh and collect go by.
  RelativePositions relative;
  std::vector<BiasTerm> biases;
  Tensor<double, 2> waves;           // of Transformer-XL
  Tensor<double, 2> fixed_encoding;  // of sinusoidal
  std::vector<std::pair<const Learned*, std::vector<std::vector<RowShare>>>> learned;
};

}  // namespace posenc
