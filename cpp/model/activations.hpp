// What forward leaves for backward, and the scratch of both. Rows of all tensors are tokens, padded to 64 bytes.
#pragma once

#include <vector>

#include "model/transformer_layout.hpp"
#include "simd/dense.hpp"
#include "simd/norm_rows.hpp"

namespace posenc {

using Rows = Tensor<float, 2>;

// The first of them: there may be room for more than a batch has.
inline TensorView<float, 2> first_rows(Rows& tensor, std::size_t rows) {
  return {tensor.numbers().data(), {rows, tensor.extent(1)}, tensor.row_stride()};
}
inline TensorView<const float, 2> first_rows(const Rows& tensor, std::size_t rows) {
  return {tensor.numbers().data(), {rows, tensor.extent(1)}, tensor.row_stride()};
}

struct LayerActivations {
  Rows input, normed;              // [rows, width]
  Rows query_key_value;            // [rows, (heads + 2 kv_heads) head_dim]
  Rows attended;                   // [rows, heads * head_dim]
  std::vector<float> log_sum_exp;  // [batch, heads, tokens]
  Rows middle, mlp_normed;         // [rows, width]
  Rows up, activated;              // [rows, mlp_width]
  std::vector<NormStatistics> attention_statistics, mlp_statistics;
};

// One product's weights, packed for both directions.
struct PackedWeights {
  PackedMatrix forward, backward;
};
struct LayerWeights {
  PackedWeights query_key_value, attention_output, up, down;
};

struct Activations {
  Activations() = default;
  Activations(const ModelConfig& config, std::size_t rows, std::size_t batch);

  std::size_t rows = 0, batch = 0;  // that there is room for
  std::vector<LayerActivations> layers;
  Rows final_input, final_normed;  // [rows, width]
  std::vector<NormStatistics> final_statistics;
  Rows pooled;  // [batch, width], of an encoder
  Rows logits;  // [rows or batch, outputs], then their gradients
  std::vector<float> log_sum_exp;

  std::vector<LayerWeights> weights;
  PackedWeights output;

  // Gradients: of the residual stream, and of what a layer makes of it.
  Rows d_stream, d_normed, d_wide, d_query_key_value, d_attended, d_pooled;
  TokenSums token_sums;
};

}  // namespace posenc
