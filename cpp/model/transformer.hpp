// A small Transformer with its derivative by hand, on the engine's kernels: see model_config.hpp for the formulas.
//
// The batch folds into rows for products and is looped over for attention, whose positions are lowered once per length.
// A call whose batch is no larger than one before it allocates nothing, but for some small buffers where learned biases
// and tables are written anew. Results depend on the build's registers only: SSE2 and WASM agree bit for bit.
#pragma once

#include <map>
#include <memory>

#include "model/activations.hpp"
#include "model/batch.hpp"
#include "model/length_plan.hpp"
#include "model/transformer_layout.hpp"

namespace posenc {

// A norm to go back through: its input, and what it measured there.
struct NormPass {
  const Rows& input;
  const std::vector<NormStatistics>& statistics;
};

class Transformer {
 public:
  // Throws an Error that names the field.
  explicit Transformer(const ModelConfig& config, const PositionMethods& methods = {},
                       const QueryScale& query_scale = NoQueryScale{});
  Transformer(const Transformer&) = delete;
  Transformer& operator=(const Transformer&) = delete;

  const ModelConfig& config() const { return config_; }
  const PositionMethods& methods() const { return methods_; }
  const TransformerLayout& layout() const { return layout_; }
  const ParameterLayout& parameters() const { return layout_.parameters; }
  Arena initial_parameters(std::uint64_t seed) const;

  // Mean cross-entropy over the predicted tokens, in nats. Throws where the batch does not fit the model, or a method
  // does not go to its length.
  BatchLoss forward(std::span<const float> arena, const Batch& batch);
  // Adds the gradients of that loss; the last call must have been forward() with the same arguments.
  void backward(std::span<const float> arena, const Batch& batch, std::span<float> gradients);

  // Of the last forward call, until backward: [batch * tokens, vocabulary], of an encoder [batch, classes].
  TensorView<const float, 2> logits() const;
  // Of the last forward call, [rows of the logits]: nats; 0 where not predicted.
  std::span<const float> losses() const { return losses_; }
  // Of the last forward call, until backward, its first sequence: [heads, tokens, tokens]; 0 where hidden.
  void attention_weights(std::size_t layer, TensorView<float, 3> weights);

 private:
  LengthPlan& plan_of(int tokens);
  NormWeights norm_weights(std::span<const float> arena, const NormIds& ids) const;
  float embedding_factor() const;
  // Rows of the logits.
  std::size_t predictions() const { return config_.kind == ModelKind::encoder ? batch_ : rows_; }

  void load_positions(std::span<const float> arena);
  void pack_weights(std::span<const float> arena);
  void embed(std::span<const float> arena, const Batch& batch, const LengthPlan& plan);
  void forward_layer(std::span<const float> arena, std::size_t index, LengthPlan& plan);
  BatchLoss judge(const Batch& batch);

  void differentiate_loss(const Batch& batch);
  void backward_output(std::size_t tokens, std::span<float> gradients);
  void backward_norm(std::span<const float> arena, const NormIds& ids, const NormPass& pass,
                     std::span<float> gradients);
  void backward_layer(std::span<const float> arena, std::size_t index, LengthPlan& plan, std::span<float> gradients);
  void backward_embedding(const Batch& batch, LengthPlan& plan, std::span<float> gradients);
  void collect_positions(const LengthPlan& plan, std::span<float> gradients);

  ModelConfig config_;
  PositionMethods given_, methods_, d_methods_;
  QueryScale query_scale_;
  TransformerLayout layout_;
  std::vector<LearnedTable> tables_, d_tables_;
  std::map<int, std::unique_ptr<LengthPlan>> plans_;

  std::size_t rows_ = 0;   // batch * tokens
  std::size_t batch_ = 0;  // of the last call
  Activations activations_;
  std::vector<float> losses_;
};

}  // namespace posenc
