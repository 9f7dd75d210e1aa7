#include "model/model_config.hpp"

#include "base/error.hpp"

namespace posenc {

namespace {

constexpr int kMaxLayers = 64;
constexpr int kMaxWidth = 4096;
constexpr int kMaxVocabulary = 1 << 16;

}  // namespace

AttentionShape ModelConfig::shape(int tokens) const {
  return {heads, kv_heads, tokens, tokens, head_dim, head_dim};
}

ModelConfig completed(ModelConfig config) {
  require_range("model.layers", config.layers, 1, kMaxLayers);
  require_range("model.width", config.width, 1, kMaxWidth);
  require_range("model.heads", config.heads, 1, kMaxWidth);
  if (config.head_dim == 0) {
    if (config.width % config.heads != 0)
      throw_invalid("model.heads", concat("a divisor of width (", config.width, "), or head_dim given"),
                    text_of(config.heads));
    config.head_dim = config.width / config.heads;
  }
  if (config.kv_heads == 0) config.kv_heads = config.heads;
  if (config.mlp_width == 0) config.mlp_width = 4 * config.width;
  require_range("model.head_dim", config.head_dim, 1, kMaxWidth);
  require_range("model.kv_heads", config.kv_heads, 1, config.heads);
  if (config.heads % config.kv_heads != 0)
    throw_invalid("model.kv_heads", concat("a divisor of heads (", config.heads, ")"), text_of(config.kv_heads));
  require_range("model.mlp_width", config.mlp_width, 1, 4 * kMaxWidth);
  require_range("model.vocabulary", config.vocabulary, 2, kMaxVocabulary);
  require_range("model.classes", config.classes, 2, kMaxVocabulary);
  if (config.kind == ModelKind::encoder && config.embedding == EmbeddingKind::tied)
    throw_invalid("model.embedding", "untied for an encoder, which has classes and no tokens to predict", "tied");
  return config;
}

}  // namespace posenc
