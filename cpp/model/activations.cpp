#include "model/activations.hpp"

#include <algorithm>

namespace posenc {

namespace {

std::size_t size(int number) {
  return static_cast<std::size_t>(number);
}

PackedWeights packed_weights(std::size_t out, std::size_t in) {
  return {PackedMatrix(in, out), PackedMatrix(out, in)};
}

}  // namespace

Activations::Activations(const ModelConfig& config, std::size_t rows_, std::size_t batch_)
    : rows(rows_), batch(batch_) {
  const std::size_t width = size(config.width), mlp = size(config.mlp_width), outputs = size(config.outputs());
  const std::size_t attended = size(config.heads * config.head_dim);
  const std::size_t projected = size((config.heads + 2 * config.kv_heads) * config.head_dim);
  const auto rows_of = [&](std::size_t columns) { return Rows({rows, columns}, RowPadding::to_64_bytes); };
  for (int layer = 0; layer < config.layers; ++layer) {
    LayerActivations of;
    for (Rows* tensor : {&of.input, &of.normed, &of.middle, &of.mlp_normed}) *tensor = rows_of(width);
    of.query_key_value = rows_of(projected);
    of.attended = rows_of(attended);
    of.log_sum_exp.resize(rows * size(config.heads));
    of.up = rows_of(mlp);
    of.activated = rows_of(mlp);
    of.attention_statistics.resize(rows);
    of.mlp_statistics.resize(rows);
    layers.push_back(std::move(of));
    weights.push_back({packed_weights(projected, width), packed_weights(width, attended), packed_weights(mlp, width),
                       packed_weights(width, mlp)});
  }
  output = packed_weights(outputs, width);
  for (Rows* tensor : {&final_input, &final_normed, &d_stream, &d_normed}) *tensor = rows_of(width);
  final_statistics.resize(rows);
  const bool is_encoder = config.kind == ModelKind::encoder;
  const std::size_t predictions = is_encoder ? batch : rows;
  logits = Rows({predictions, outputs}, RowPadding::to_64_bytes);
  log_sum_exp.resize(predictions);
  if (is_encoder) pooled = d_pooled = Rows({batch, width}, RowPadding::to_64_bytes);
  d_wide = rows_of(mlp);
  d_query_key_value = rows_of(projected);
  d_attended = rows_of(attended);
  token_sums = TokenSums(std::max({projected, width, mlp, outputs}), std::max({width, attended, mlp}));
}

}  // namespace posenc
