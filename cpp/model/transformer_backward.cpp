// Backward of transformer.cpp: every function quotes the forward line that it goes back through.
#include <algorithm>
#include <utility>

#include "model/sequence_views.hpp"
#include "model/transformer.hpp"
#include "simd/gelu.hpp"
#include "simd/row_ops.hpp"
#include "simd/softmax_row.hpp"

namespace posenc {

namespace {

// d_pool spread evenly over the tokens of its sequence.
void pool_backward(const Rows& d_pooled, std::size_t batch, std::size_t tokens, Rows& d_x) {
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t t = 0; t < tokens; ++t) {
      float* to = d_x.row(b * tokens + t);
      std::copy_n(d_pooled.row(b), d_x.row_stride(), to);
      scale_row(to, d_x.row_stride(), 1 / static_cast<float>(tokens));
    }
}

}  // namespace

// loss = mean(log_sum_exp - logit[target]); the logits become their gradients.
void Transformer::differentiate_loss(const Batch& batch) {
  Rows& logits = activations_.logits;
  const auto predicted = std::ranges::count_if(batch.targets, [](int target) { return target != kIgnore; });
  const float share = 1 / static_cast<float>(predicted);
  for (std::size_t row = 0; row < predictions(); ++row) {
    if (batch.targets[row] == kIgnore) {
      std::fill_n(logits.row(row), logits.row_stride(), 0.0f);
      continue;
    }
    softmax_row(logits.row(row), logits.extent(1), activations_.log_sum_exp[row], share);
    logits(row, static_cast<std::size_t>(batch.targets[row])) -= share;
  }
}

// logits = W norm(x), or W mean_t norm(x_t); leaves the gradient of norm(x) in d_normed.
void Transformer::backward_output(std::size_t tokens, std::span<float> gradients) {
  Activations& all = activations_;
  const bool is_encoder = config_.kind == ModelKind::encoder;
  const auto d_logits = first_rows(std::as_const(all.logits), predictions());
  add_transposed_product(d_logits, first_rows(std::as_const(is_encoder ? all.pooled : all.final_normed), predictions()),
                         all.token_sums, matrix_of(parameters(), gradients, layout_.output));
  multiply(d_logits, all.output.backward, first_rows(is_encoder ? all.d_pooled : all.d_normed, predictions()));
  if (is_encoder) pool_backward(all.d_pooled, batch_, tokens, all.d_normed);
}

// normed = norm(x): d_stream += what d_normed makes of it.
void Transformer::backward_norm(std::span<const float> arena, const NormIds& ids, const NormPass& pass,
                                std::span<float> gradients) {
  const NormWeights weights = norm_weights(arena, ids);
  float* d_weight = numbers_of(parameters(), gradients, ids.weight).data();
  float* d_bias = weights.bias ? numbers_of(parameters(), gradients, ids.bias).data() : nullptr;
  for (std::size_t t = 0; t < rows_; ++t)
    norm_row_backward(pass.input.row(t), pass.input.extent(1), weights, pass.statistics[t],
                      activations_.d_normed.row(t), {activations_.d_stream.row(t), d_weight, d_bias});
}

void Transformer::backward_layer(std::span<const float> arena, std::size_t index, LengthPlan& plan,
                                 std::span<float> gradients) {
  const LayerIds& ids = layout_.layers[index];
  Activations& all = activations_;
  LayerActivations& of = all.layers[index];
  LayerWeights& weights = all.weights[index];
  // y = W x: d_W += d_yᵀ x, d_x = d_y W.
  const auto go_back = [&](const Rows& d_y, const Rows& x, ParameterId id, PackedWeights& packed, Rows& d_x) {
    const auto d = first_rows(d_y, rows_);
    add_transposed_product(d, first_rows(x, rows_), all.token_sums, matrix_of(parameters(), gradients, id));
    multiply(d, packed.backward, first_rows(d_x, rows_));
  };
  // next = middle + W_down gelu(W_up norm(middle))
  go_back(all.d_stream, of.activated, ids.down, weights.down, all.d_wide);
  gelu_row_backward(of.up.row(0), rows_ * of.up.row_stride(), all.d_wide.row(0));
  go_back(all.d_wide, of.mlp_normed, ids.up, weights.up, all.d_normed);
  backward_norm(arena, ids.mlp_norm, {of.middle, of.mlp_statistics}, gradients);
  // middle = input + W_o attention(W_qkv norm(input))
  go_back(all.d_stream, of.attended, ids.attention_output, weights.attention_output, all.d_attended);
  std::fill_n(all.d_query_key_value.row(0), rows_ * all.d_query_key_value.row_stride(), 0.0f);
  for (std::size_t first = 0; first < rows_; first += plan.positions.size()) {
    const Sequence sequence{config_, plan, first};
    AttentionGradients to = plan.gradients;
    to.query = sequence.query(all.d_query_key_value);
    to.key = sequence.key(all.d_query_key_value);
    to.value = sequence.value(all.d_query_key_value);
    attention_backward(sequence.problem(of), plan.plan, plan.visibility,
                       {sequence.query(of.attended), sequence.log_sum_exp(of)}, sequence.query(all.d_attended),
                       plan.workspace, to);
  }
  go_back(all.d_query_key_value, of.normed, ids.query_key_value, weights.query_key_value, all.d_normed);
  backward_norm(arena, ids.attention_norm, {of.input, of.attention_statistics}, gradients);
}

// x = factor E[token] + encoding
void Transformer::backward_embedding(const Batch& batch, LengthPlan& plan, std::span<float> gradients) {
  const auto d_table = matrix_of(parameters(), gradients, layout_.embedding);
  const std::size_t width = d_table.extent(1), tokens = plan.positions.size();
  const float factor = embedding_factor();
  for (std::size_t row = 0; row < rows_; ++row) {
    const float* d = activations_.d_stream.row(row);
    float* to = d_table.row(static_cast<std::size_t>(batch.inputs[row]));
    for (std::size_t c = 0; c < width; ++c) to[c] += factor * d[c];
    if (!plan.d_encoding.empty()) add_rows(plan.d_encoding.row(row % tokens), width, d);
  }
}

// From the plan's slots through the methods to the arena.
void Transformer::collect_positions(const LengthPlan& plan, std::span<float> gradients) {
  for (const LearnedTable& table : d_tables_) {
    std::ranges::fill(table.floats, 0.0f);
    std::ranges::fill(table.doubles, 0.0);
  }
  plan.collect(d_methods_);
  for (std::size_t table = 0; table < d_tables_.size(); ++table) {
    const auto to = numbers_of(parameters(), gradients, layout_.positions[table]);
    const LearnedTable& from = d_tables_[table];
    for (std::size_t at = 0; at < from.floats.size(); ++at) to[at] += from.floats[at];
    for (std::size_t at = 0; at < from.doubles.size(); ++at) to[at] += static_cast<float>(from.doubles[at]);
  }
}

void Transformer::backward(std::span<const float> arena, const Batch& batch, std::span<float> gradients) {
  LengthPlan& plan = plan_of(batch.tokens);
  plan.clear_gradients();
  differentiate_loss(batch);
  backward_output(plan.positions.size(), gradients);
  std::fill_n(activations_.d_stream.row(0), rows_ * activations_.d_stream.row_stride(), 0.0f);
  backward_norm(arena, layout_.norm, {activations_.final_input, activations_.final_statistics}, gradients);
  for (std::size_t layer = layout_.layers.size(); layer-- > 0;) backward_layer(arena, layer, plan, gradients);
  backward_embedding(batch, plan, gradients);
  collect_positions(plan, gradients);
}

}  // namespace posenc
