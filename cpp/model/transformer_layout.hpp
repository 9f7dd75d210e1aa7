// Which parameters a Transformer has, and where they start.
//
// Start, from the seed and the parameter's name: embeddings have deviation 1 (1 / sqrt(width) where tied), products
// 1 / sqrt(in_features); those that write to the residual stream are divided by sqrt(2 layers) (Radford et al. 2019),
// so that its size does not grow with depth; the rows of W_qkv that make queries are divided by scale sqrt(head_dim)
// where that is over 1 (T5, whose scores are not scaled). Norms are 1, their biases 0. Position tables:
// learned_tables.hpp.
#pragma once

#include "model/learned_tables.hpp"
#include "model/model_config.hpp"
#include "model/parameter_arena.hpp"

namespace posenc {

struct NormIds {
  ParameterId weight = 0;
  ParameterId bias = 0;  // of LayerNorm only
};
struct LayerIds {
  NormIds attention_norm, mlp_norm;
  ParameterId query_key_value = 0;   // [(heads + 2 kv_heads) head_dim, width]: queries, keys, values
  ParameterId attention_output = 0;  // [width, heads * head_dim]
  ParameterId up = 0, down = 0;      // [mlp_width, width], [width, mlp_width]
};

struct TransformerLayout {
  // The config is completed, the methods are complete.
  TransformerLayout(const ModelConfig& config, PositionMethods& methods);

  ParameterLayout parameters;
  ParameterId embedding = 0;  // [vocabulary, width]
  std::vector<LayerIds> layers;
  NormIds norm;
  ParameterId output = 0;              // [outputs, width]; the embedding where tied
  std::vector<ParameterId> positions;  // one per learned table, method by method
};

// Every learned table of every method, in the order of TransformerLayout::positions.
std::vector<LearnedTable> learned_tables(PositionMethods& methods);

// `given` are the methods as their user has them: tables that are there stay as they are.
Arena initial_parameters(const ModelConfig& config, const TransformerLayout& layout, const PositionMethods& given,
                         const PositionMethods& complete, std::uint64_t seed);

}  // namespace posenc
