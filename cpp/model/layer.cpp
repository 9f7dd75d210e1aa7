#include "model/layer.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "simd/matmul.hpp"

namespace posenc {

namespace {

Tensor<float, 2> random_weights(std::string_view name, int out_features, int in_features, std::uint64_t seed) {
  Tensor<float, 2> weights({static_cast<std::size_t>(out_features), static_cast<std::size_t>(in_features)});
  Random random(seed_from(name, seed));
  const double deviation = 1 / std::sqrt(static_cast<double>(in_features));
  for (float& weight : weights.numbers()) weight = static_cast<float>(deviation * random.normal());
  return weights;
}

Tensor<float, 2> identity(std::string_view field, int out_features, int model_dim) {
  if (out_features != model_dim)
    throw_invalid("input.projections", concat("model_dim (", model_dim, ") = ", field, " for the identity"),
                  text_of(out_features));
  const auto size = static_cast<std::size_t>(model_dim);
  Tensor<float, 2> weights({size, size});
  for (std::size_t c = 0; c < size; ++c) weights(c, c) = 1;
  return weights;
}

// [tokens, heads * width] -> [heads, tokens, width]
Tensor<float, 3> split_heads(const Tensor<float, 2>& joined, int heads, int width) {
  const auto columns = static_cast<std::size_t>(width);
  Tensor<float, 3> split({static_cast<std::size_t>(heads), joined.extent(0), columns});
  for (std::size_t h = 0; h < split.extent(0); ++h)
    for (std::size_t t = 0; t < split.extent(1); ++t)
      std::copy_n(joined.row(t) + h * columns, columns, split.row(h, t));
  return split;
}

}  // namespace

Projections random_projections(const AttentionShape& shape, int model_dim, std::uint64_t seed) {
  return {random_weights("query", shape.heads * shape.head_dim, model_dim, seed),
          random_weights("key", shape.kv_heads * shape.head_dim, model_dim, seed),
          random_weights("value", shape.kv_heads * shape.value_dim, model_dim, seed)};
}

Projections identity_projections(const AttentionShape& shape, int model_dim) {
  return {identity("heads * head_dim", shape.heads * shape.head_dim, model_dim),
          identity("kv_heads * head_dim", shape.kv_heads * shape.head_dim, model_dim),
          identity("kv_heads * value_dim", shape.kv_heads * shape.value_dim, model_dim)};
}

Tensor<float, 2> embed_tokens(const std::vector<std::string>& tokens, int model_dim, std::uint64_t seed) {
  Tensor<float, 2> embeddings({tokens.size(), static_cast<std::size_t>(model_dim)});
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    Random random(seed_from(tokens[t], seed));
    for (std::size_t c = 0; c < embeddings.extent(1); ++c) embeddings(t, c) = static_cast<float>(random.normal());
  }
  return embeddings;
}

ProjectedTokens project(TensorView<const float, 2> x, const Projections& projections, const AttentionShape& shape) {
  return project(x, x, projections, shape);
}

ProjectedTokens project(TensorView<const float, 2> query_x, TensorView<const float, 2> key_x,
                        const Projections& projections, const AttentionShape& shape) {
  return {split_heads(multiply_transposed(query_x, projections.query.view()), shape.heads, shape.head_dim),
          split_heads(multiply_transposed(key_x, projections.key.view()), shape.kv_heads, shape.head_dim),
          split_heads(multiply_transposed(key_x, projections.value.view()), shape.kv_heads, shape.value_dim)};
}

}  // namespace posenc
