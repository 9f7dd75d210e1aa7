#include "position/context.hpp"

#include "base/error.hpp"

namespace posenc {

namespace {

constexpr int kMaxHeads = 1024;
constexpr int kMaxTokens = 1 << 20;
constexpr int kMaxWidth = 4096;

}  // namespace

void validate(const AttentionShape& shape) {
  require_range("heads", shape.heads, 1, kMaxHeads);
  require_range("kv_heads", shape.kv_heads, 1, shape.heads);
  if (shape.heads % shape.kv_heads != 0)
    throw_invalid("kv_heads", concat("a divisor of heads (", shape.heads, ")"), text_of(shape.kv_heads));
  require_range("queries", shape.queries, 1, kMaxTokens);
  require_range("keys", shape.keys, 1, kMaxTokens);
  require_range("head_dim", shape.head_dim, 1, kMaxWidth);
  require_range("value_dim", shape.value_dim, 1, kMaxWidth);
}

}  // namespace posenc
