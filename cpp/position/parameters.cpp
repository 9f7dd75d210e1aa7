#include "position/parameters.hpp"

#include "base/random.hpp"

namespace posenc {

namespace {

void draw(Tensor<float, 2>& table, int rows, int columns, double deviation, std::string_view name, std::uint64_t seed) {
  if (!table.empty()) return;
  table = Tensor<float, 2>({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  Random random(seed_from(name, seed));
  for (float& number : table.numbers()) number = static_cast<float>(deviation * random.normal());
}

void draw(std::vector<double>& list, int count, double deviation, std::string_view name, std::uint64_t seed) {
  if (!list.empty()) return;
  Random random(seed_from(name, seed));
  for (int at = 0; at < count; ++at) list.push_back(deviation * random.normal());
}

void complete(NoPosition&, const PositionContext&) {}
void complete(Sinusoidal&, const PositionContext&) {}
void complete(Alibi&, const PositionContext&) {}
void complete(Rotary&, const PositionContext&) {}

void complete(Learned& method, const PositionContext& context) {
  draw(method.table, method.rows, context.model_dim, 0.5, "learned", method.seed);
  if (method.segments.empty()) return;
  int segments = 2;
  for (const int segment : method.segments) segments = std::max(segments, segment + 1);
  draw(method.segment_table, segments, context.model_dim, 0.5, "segment", method.seed);
}

void complete(Shaw& method, const PositionContext& context) {
  const int rows = 2 * method.max_relative_position + 1;
  if (method.with_keys) draw(method.keys, rows, context.shape.head_dim, 0.5, "shaw keys", method.seed);
  if (method.with_values) draw(method.values, rows, context.shape.value_dim, 0.5, "shaw values", method.seed);
}

void complete(TransformerXl& method, const PositionContext& context) {
  const int width = context.shape.heads * context.shape.head_dim;
  // R is as wide as the model in the paper; any even width works.
  const int sinusoids = context.model_dim > 0 && context.model_dim % 2 == 0 ? context.model_dim : width + width % 2;
  draw(method.u, context.shape.heads, context.shape.head_dim, 0.5, "transformer_xl u", method.seed);
  draw(method.v, context.shape.heads, context.shape.head_dim, 0.5, "transformer_xl v", method.seed);
  draw(method.projection, width, sinusoids, 0.5, "transformer_xl projection", method.seed);
}

void complete(T5Bias& method, const PositionContext& context) {
  draw(method.table, method.relative_attention_num_buckets, context.shape.heads, 1, "t5_bias", method.seed);
}

void complete(Deberta& method, const PositionContext& context) {
  const int rows = 2 * method.span(), width = context.shape.heads * context.shape.head_dim;
  if (method.content_to_position) draw(method.position_keys, rows, width, 0.5, "deberta keys", method.seed);
  if (method.position_to_content) draw(method.position_queries, rows, width, 0.5, "deberta queries", method.seed);
}

void complete(Kerple& method, const PositionContext& context) {
  const auto heads = static_cast<std::size_t>(context.shape.heads);
  if (method.p.empty()) method.p.assign(heads, 1);
  if (method.a.empty()) method.a.assign(heads, 1);
}

void complete(Sandwich& method, const PositionContext& context) {
  if (method.dimension == 0) method.dimension = context.shape.head_dim;
}

void complete(Fire& method, const PositionContext& context) {
  const int width = method.hidden_weight.empty() ? 32 : static_cast<int>(method.hidden_weight.size());
  draw(method.hidden_weight, width, 1, "fire hidden weight", method.seed);
  draw(method.hidden_bias, width, 0.5, "fire hidden bias", method.seed);
  draw(method.output_weight, context.shape.heads, width, 0.5, "fire output weight", method.seed);
  draw(method.output_bias, context.shape.heads, 0.5, "fire output bias", method.seed);
}

void complete(Cope& method, const PositionContext& context) {
  draw(method.table, method.positions, context.shape.head_dim, 0.5, "cope", method.seed);
}

}  // namespace

PositionMethod with_parameters(PositionMethod method, const PositionContext& context) {
  std::visit([&](auto& kind) { complete(kind, context); }, method);
  return method;
}

}  // namespace posenc
