// The sizes of a Transformer that is small enough to be trained in a page.
//
//   x = E[token] (+ position encoding);  x += W_o attention(W_qkv norm(x));  x += W_down gelu(W_up norm(x))
//   decoder: causal, logits_t = W norm(x_t);  encoder: sees both ways, logits = W mean_t norm(x_t)
//
// Norms stand in front (Xiong et al. 2020), products have no bias, as in Llama and T5. The MLP is GPT-2's, GELU by tanh
// between two matrices: the simplest of the activations in use (SwiGLU needs three). With tied embeddings W = E and the
// input is sqrt(width) E[token] (Vaswani et al. 2017, section 3.4).
#pragma once

#include "position/context.hpp"

namespace posenc {

enum class ModelKind { decoder, encoder };
enum class NormKind { rms, layer };
enum class EmbeddingKind { untied, tied };

struct ModelConfig {
  ModelKind kind = ModelKind::decoder;
  int layers = 2;
  int width = 64;
  int heads = 4;
  int kv_heads = 0;   // 0: heads
  int head_dim = 0;   // 0: width / heads
  int mlp_width = 0;  // 0: 4 width
  int vocabulary = 64;
  int classes = 2;  // of the encoder
  NormKind norm = NormKind::rms;
  EmbeddingKind embedding = EmbeddingKind::untied;

  // Of an attention over so many tokens.
  AttentionShape shape(int tokens) const;
  int outputs() const { return kind == ModelKind::decoder ? vocabulary : classes; }
};

// With every 0 replaced by what it stands for. Throws an Error that names the field.
ModelConfig completed(ModelConfig config);

}  // namespace posenc
