#include "model/transformer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "model/sequence_views.hpp"
#include "position/parameters.hpp"
#include "simd/gelu.hpp"
#include "simd/row_ops.hpp"
#include "simd/softmax_row.hpp"

namespace posenc {

namespace {

PositionMethods complete(const PositionMethods& methods, const ModelConfig& config) {
  const std::vector<double> positions{0};
  const AttentionShape shape = config.shape(1);
  const PositionContext context{shape, config.width, default_scale(methods, shape), positions, positions};
  for (const PositionMethod& method : methods)
    if (const auto* learned = std::get_if<Learned>(&method); learned && !learned->segments.empty())
      throw Error(ErrorCode::invalid_argument, "method.segments: expected none in training, got some");
  // Sizes of given tables, before anything is made of them.
  PositionMethods all;
  for (const PositionMethod& method : methods) all.push_back(with_parameters(method, context));
  validate(all, context);
  return all;
}

PositionMethods zeros_of(PositionMethods methods) {
  for (const LearnedTable& table : learned_tables(methods)) {
    std::ranges::fill(table.floats, 0.0f);
    std::ranges::fill(table.doubles, 0.0);
  }
  return methods;
}

// y = norm(x) row by row.
void normalise(const Rows& x, std::size_t rows, const NormWeights& weights, std::vector<NormStatistics>& statistics,
               Rows& y) {
  for (std::size_t t = 0; t < rows; ++t) statistics[t] = norm_row(x.row(t), x.extent(1), weights, y.row(t));
}

void pack_both(TensorView<const float, 2> weights, PackedWeights& packed) {
  pack_transposed(weights, packed.forward);
  pack(weights, packed.backward);
}

// to_b = mean over the tokens of the sequence.
void pool(const Rows& x, std::size_t batch, std::size_t tokens, Rows& to) {
  for (std::size_t b = 0; b < batch; ++b) {
    std::fill_n(to.row(b), to.row_stride(), 0.0f);
    for (std::size_t t = 0; t < tokens; ++t) add_rows(to.row(b), x.row_stride(), x.row(b * tokens + t));
    scale_row(to.row(b), to.row_stride(), 1 / static_cast<float>(tokens));
  }
}

}  // namespace

Transformer::Transformer(const ModelConfig& config, const PositionMethods& methods, const QueryScale& query_scale)
    : config_(completed(config)),
      given_(methods),
      methods_(complete(methods, config_)),
      d_methods_(zeros_of(methods_)),
      query_scale_(query_scale),
      layout_(config_, methods_),
      tables_(learned_tables(methods_)),
      d_tables_(learned_tables(d_methods_)) {
  validate(query_scale_);
}

Arena Transformer::initial_parameters(std::uint64_t seed) const {
  return posenc::initial_parameters(config_, layout_, given_, complete(given_, config_), seed);
}

NormWeights Transformer::norm_weights(std::span<const float> arena, const NormIds& ids) const {
  const float* weight = numbers_of(parameters(), arena, ids.weight).data();
  return {weight, config_.norm == NormKind::layer ? numbers_of(parameters(), arena, ids.bias).data() : nullptr};
}

LengthPlan& Transformer::plan_of(int tokens) {
  std::unique_ptr<LengthPlan>& plan = plans_[tokens];
  if (!plan) plan = std::make_unique<LengthPlan>(config_, methods_, query_scale_, tokens);
  return *plan;
}

void Transformer::load_positions(std::span<const float> arena) {
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const auto numbers = numbers_of(parameters(), arena, layout_.positions[table]);
    std::ranges::copy(numbers.first(tables_[table].floats.size()), tables_[table].floats.begin());
    std::ranges::copy(numbers.first(tables_[table].doubles.size()), tables_[table].doubles.begin());
  }
}

void Transformer::pack_weights(std::span<const float> arena) {
  const auto pack_one = [&](ParameterId id, PackedWeights& packed) {
    pack_both(matrix_of(parameters(), arena, id), packed);
  };
  for (std::size_t layer = 0; layer < layout_.layers.size(); ++layer) {
    const LayerIds& ids = layout_.layers[layer];
    LayerWeights& weights = activations_.weights[layer];
    pack_one(ids.query_key_value, weights.query_key_value);
    pack_one(ids.attention_output, weights.attention_output);
    pack_one(ids.up, weights.up);
    pack_one(ids.down, weights.down);
  }
  pack_one(layout_.output, activations_.output);
}

void Transformer::embed(std::span<const float> arena, const Batch& batch, const LengthPlan& plan) {
  const auto table = matrix_of(parameters(), arena, layout_.embedding);
  Rows& x = activations_.layers[0].input;
  const std::size_t width = x.extent(1), tokens = plan.positions.size();
  const float factor = embedding_factor();
  for (std::size_t row = 0; row < rows_; ++row) {
    const float* from = table.row(static_cast<std::size_t>(batch.inputs[row]));
    const float* encoding = plan.plan.input_encoding ? plan.plan.input_encoding->row(row % tokens) : nullptr;
    float* to = x.row(row);
    for (std::size_t c = 0; c < width; ++c) to[c] = factor * from[c] + (encoding ? encoding[c] : 0);
  }
}

float Transformer::embedding_factor() const {
  return config_.embedding == EmbeddingKind::tied ? std::sqrt(static_cast<float>(config_.width)) : 1;
}

void Transformer::forward_layer(std::span<const float> arena, std::size_t index, LengthPlan& plan) {
  const LayerIds& ids = layout_.layers[index];
  LayerActivations& of = activations_.layers[index];
  LayerWeights& weights = activations_.weights[index];
  Rows& next = index + 1 < layout_.layers.size() ? activations_.layers[index + 1].input : activations_.final_input;
  normalise(of.input, rows_, norm_weights(arena, ids.attention_norm), of.attention_statistics, of.normed);
  multiply(first_rows(std::as_const(of.normed), rows_), weights.query_key_value.forward,
           first_rows(of.query_key_value, rows_));
  for (std::size_t first = 0; first < rows_; first += plan.positions.size()) {
    const Sequence sequence{config_, plan, first};
    attention_tiled(sequence.problem(of), plan.plan, plan.visibility, plan.workspace.forward,
                    {sequence.query(of.attended), {}, {}, sequence.log_sum_exp(of)});
  }
  const auto add_product = [&](const Rows& from, const Rows& residual, PackedWeights& packed, Rows& to) {
    std::copy_n(residual.row(0), rows_ * residual.row_stride(), to.row(0));
    multiply_add(first_rows(from, rows_), packed.forward, first_rows(to, rows_));
  };
  add_product(of.attended, of.input, weights.attention_output, of.middle);
  normalise(of.middle, rows_, norm_weights(arena, ids.mlp_norm), of.mlp_statistics, of.mlp_normed);
  multiply(first_rows(std::as_const(of.mlp_normed), rows_), weights.up.forward, first_rows(of.up, rows_));
  gelu_row(of.up.row(0), rows_ * of.up.row_stride(), of.activated.row(0));
  add_product(of.activated, of.middle, weights.down, next);
}

BatchLoss Transformer::forward(std::span<const float> arena, const Batch& batch) {
  validate(config_, batch);
  LengthPlan& plan = plan_of(batch.tokens);
  batch_ = static_cast<std::size_t>(batch.batch);
  rows_ = batch_ * plan.positions.size();
  if (rows_ > activations_.rows || batch_ > activations_.batch)
    activations_ = Activations(config_, std::max(rows_, activations_.rows), std::max(batch_, activations_.batch));
  load_positions(arena);
  plan.refresh();
  pack_weights(arena);
  embed(arena, batch, plan);
  for (std::size_t layer = 0; layer < layout_.layers.size(); ++layer) forward_layer(arena, layer, plan);
  Activations& all = activations_;
  normalise(all.final_input, rows_, norm_weights(arena, layout_.norm), all.final_statistics, all.final_normed);
  const bool is_encoder = config_.kind == ModelKind::encoder;
  if (is_encoder) pool(all.final_normed, batch_, plan.positions.size(), all.pooled);
  multiply(first_rows(std::as_const(is_encoder ? all.pooled : all.final_normed), predictions()), all.output.forward,
           first_rows(all.logits, predictions()));
  return judge(batch);
}

// Log-sum-exp, loss and whether the target's logit is the largest, row by row.
BatchLoss Transformer::judge(const Batch& batch) {
  const std::size_t outputs = activations_.logits.extent(1);
  BatchLoss result;
  if (losses_.size() < predictions()) losses_.resize(predictions());
  double sum = 0;
  for (std::size_t row = 0; row < predictions(); ++row) {
    losses_[row] = 0;
    if (batch.targets[row] == kIgnore) continue;
    const float* logits = activations_.logits.row(row);
    const auto target = static_cast<std::size_t>(batch.targets[row]);
    activations_.log_sum_exp[row] = log_sum_exp_row(logits, outputs);
    losses_[row] = activations_.log_sum_exp[row] - logits[target];
    sum += static_cast<double>(losses_[row]);
    ++result.predicted;
    if (std::max_element(logits, logits + outputs) == logits + target) ++result.correct;
  }
  result.loss = sum / result.predicted;
  return result;
}

void Transformer::attention_weights(std::size_t layer, TensorView<float, 3> weights) {
  LengthPlan& plan = plan_of(static_cast<int>(rows_ / batch_));
  LayerActivations& of = activations_.layers[layer];
  const Sequence sequence{config_, plan, 0};
  Tensor<float, 3> scores(weights.extents());
  attention_tiled(sequence.problem(of), plan.plan, plan.visibility, plan.workspace.forward,
                  {sequence.query(of.attended), scores.view(), weights, sequence.log_sum_exp(of)});
}

TensorView<const float, 2> Transformer::logits() const {
  return first_rows(activations_.logits, predictions());
}

}  // namespace posenc
