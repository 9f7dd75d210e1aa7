#include "model/transformer_reference.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "attention/reference.hpp"
#include "model/layer_reference.hpp"

namespace posenc {

namespace {

using Matrix = Tensor<double, 2>;

constexpr double kEpsilon = 1e-5;

struct Pass {
  const ReferenceModel& model;
  const TransformerLayout& layout;
  std::span<const float> arena;

  double at(ParameterId id, std::size_t index) const { return arena[layout.parameters.list[id].offset + index]; }
};

// x Wᵀ
Matrix product(const Pass& pass, const Matrix& x, ParameterId id) {
  Matrix y({x.extent(0), pass.layout.parameters.list[id].shape[0]});
  for (std::size_t t = 0; t < y.extent(0); ++t)
    for (std::size_t out = 0; out < y.extent(1); ++out)
      for (std::size_t in = 0; in < x.extent(1); ++in) y(t, out) += x(t, in) * pass.at(id, out * x.extent(1) + in);
  return y;
}

// RMSNorm (Zhang, Sennrich 2019) or LayerNorm (Ba et al. 2016).
Matrix norm(const Pass& pass, const Matrix& x, const NormIds& ids) {
  Matrix y(x.extents());
  const auto width = static_cast<double>(x.extent(1));
  const bool is_layer = pass.model.config.norm == NormKind::layer;
  for (std::size_t t = 0; t < x.extent(0); ++t) {
    double mean = 0, variance = 0;
    for (std::size_t c = 0; is_layer && c < x.extent(1); ++c) mean += x(t, c) / width;
    for (std::size_t c = 0; c < x.extent(1); ++c) variance += (x(t, c) - mean) * (x(t, c) - mean) / width;
    for (std::size_t c = 0; c < x.extent(1); ++c)
      y(t, c) = (x(t, c) - mean) / std::sqrt(variance + kEpsilon) * pass.at(ids.weight, c) +
                (is_layer ? pass.at(ids.bias, c) : 0);
  }
  return y;
}

double gelu(double x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

void add(Matrix& x, const Matrix& y) {
  for (std::size_t at = 0; at < x.numbers().size(); ++at) x.numbers()[at] += y.numbers()[at];
}

// Columns first … of x as heads.
Tensor<double, 3> split(const Matrix& x, int first, int heads, int head_dim) {
  Tensor<double, 3> y({static_cast<std::size_t>(heads), x.extent(0), static_cast<std::size_t>(head_dim)});
  for (std::size_t h = 0; h < y.extent(0); ++h)
    for (std::size_t t = 0; t < y.extent(1); ++t)
      for (std::size_t c = 0; c < y.extent(2); ++c)
        y(h, t, c) = x(t, static_cast<std::size_t>(first) + h * y.extent(2) + c);
  return y;
}

Matrix attention(const Pass& pass, const Matrix& projected, std::span<const double> positions) {
  const ModelConfig& config = pass.model.config;
  const AttentionShape shape = config.shape(static_cast<int>(positions.size()));
  const int keys = config.heads * config.head_dim, values = keys + config.kv_heads * config.head_dim;
  const Tensor<double, 3> query = split(projected, 0, config.heads, config.head_dim),
                          key = split(projected, keys, config.kv_heads, config.head_dim),
                          value = split(projected, values, config.kv_heads, config.head_dim);
  const ReferenceProblem problem{
      shape, query.view(), key.view(), value.view(), positions, positions, default_scale(pass.model.methods, shape), 0};
  const Masks masks = config.kind == ModelKind::decoder ? Masks{CausalMask{}} : Masks{};
  const auto output = attention_reference(problem, masks, pass.model.methods, pass.model.query_scale).output;
  Matrix joined({positions.size(), static_cast<std::size_t>(keys)});
  for (std::size_t h = 0; h < output.extent(0); ++h)
    for (std::size_t t = 0; t < output.extent(1); ++t)
      for (std::size_t c = 0; c < output.extent(2); ++c) joined(t, h * output.extent(2) + c) = output(h, t, c);
  return joined;
}

Matrix logits_of(const Pass& pass, std::span<const int> tokens) {
  const ModelConfig& config = pass.model.config;
  std::vector<double> positions(tokens.size());
  std::iota(positions.begin(), positions.end(), 0.0);
  const std::size_t width = static_cast<std::size_t>(config.width);
  const double factor = config.embedding == EmbeddingKind::tied ? std::sqrt(static_cast<double>(width)) : 1;
  const Matrix encoding = encoding_reference(pass.model.methods, positions, width);
  Matrix x({tokens.size(), width});
  for (std::size_t t = 0; t < tokens.size(); ++t)
    for (std::size_t c = 0; c < width; ++c)
      x(t, c) = factor * pass.at(pass.layout.embedding, static_cast<std::size_t>(tokens[t]) * width + c) +
                (encoding.empty() ? 0 : encoding(t, c));
  for (const LayerIds& ids : pass.layout.layers) {
    const Matrix projected = product(pass, norm(pass, x, ids.attention_norm), ids.query_key_value);
    add(x, product(pass, attention(pass, projected, positions), ids.attention_output));
    Matrix hidden = product(pass, norm(pass, x, ids.mlp_norm), ids.up);
    for (double& number : hidden.numbers()) number = gelu(number);
    add(x, product(pass, hidden, ids.down));
  }
  Matrix normed = norm(pass, x, pass.layout.norm);
  if (config.kind == ModelKind::decoder) return product(pass, normed, pass.layout.output);
  Matrix mean({1, width});
  for (std::size_t t = 0; t < tokens.size(); ++t)
    for (std::size_t c = 0; c < width; ++c) mean(0, c) += normed(t, c) / static_cast<double>(tokens.size());
  return product(pass, mean, pass.layout.output);
}

double cross_entropy(const Matrix& logits, std::size_t row, std::size_t target) {
  double sum = 0;
  for (std::size_t at = 0; at < logits.extent(1); ++at) sum += std::exp(logits(row, at) - logits(row, target));
  return std::log(sum);
}

}  // namespace

double loss_reference(const ReferenceModel& model, const TransformerLayout& layout, std::span<const float> arena,
                      const Batch& batch) {
  ReferenceModel loaded = model;
  std::size_t next = 0;
  for (PositionMethod& method : loaded.methods)
    for (const LearnedTable& table : learned_tables(method)) {
      const float* from = arena.data() + layout.parameters.list[layout.positions[next++]].offset;
      for (std::size_t at = 0; at < table.floats.size(); ++at) table.floats[at] = from[at];
      for (std::size_t at = 0; at < table.doubles.size(); ++at) table.doubles[at] = from[at];
    }
  const Pass pass{loaded, layout, arena};
  const auto tokens = static_cast<std::size_t>(batch.tokens);
  double sum = 0, predicted = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(batch.batch); ++b) {
    const Matrix logits = logits_of(pass, batch.inputs.subspan(b * tokens, tokens));
    for (std::size_t row = 0; row < logits.extent(0); ++row) {
      const int target = batch.targets[b * logits.extent(0) + row];
      if (target == kIgnore) continue;
      sum += cross_entropy(logits, row, static_cast<std::size_t>(target));
      ++predicted;
    }
  }
  return sum / predicted;
}

}  // namespace posenc
