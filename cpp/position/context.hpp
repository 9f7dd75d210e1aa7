// What a position method is applied to: the sizes, and one position per token.
#pragma once

#include <span>

namespace posenc {

// query [heads, queries, head_dim], key [kv_heads, keys, head_dim], value [kv_heads, keys, value_dim].
// Query head h reads kv head h / (heads / kv_heads) (grouped-query attention, Ainslie et al. 2023).
struct AttentionShape {
  int heads = 1;
  int kv_heads = 1;
  int queries = 0;
  int keys = 0;
  int head_dim = 0;
  int value_dim = 0;

  int kv_head(int head) const { return head / (heads / kv_heads); }
};

// Throws unless every size lies in its range and kv_heads divides heads.
void validate(const AttentionShape& shape);

// Positions are per slot and may be any finite numbers: gaps, repeats, negative, fractional.
struct PositionContext {
  AttentionShape shape;
  int model_dim = 0;  // width of the token vectors; 0 where q, k and v are given and there is no input to add to
  double scale = 1;   // factor on q·k: methods that add before it need it
  std::span<const double> query_positions;  // [queries]
  std::span<const double> key_positions;    // [keys]
};

}  // namespace posenc
