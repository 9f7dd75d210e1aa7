// Query temperature: a query at position p is multiplied by t(p) before everything else it meets.
#pragma once

#include <span>
#include <variant>
#include <vector>

namespace posenc {

struct NoQueryScale {};

// max(1, ln(p + 1) / ln(original length)), p the 0-based position (Su 2021; Qwen).
struct LogNScale {
  double original_max_position_embeddings = 512;
};

// 1 + attn_scale ln(1 + floor((p + offset) / floor_scale)): Llama 4 has offset 1, Ministral 3 has offset 0.
struct Llama4Scale {
  double floor_scale = 8192;
  double attn_scale = 0.1;
  int offset = 1;
};

using QueryScale = std::variant<NoQueryScale, LogNScale, Llama4Scale>;

// Throws an Error that names the field.
void validate(const QueryScale& scale);

// [queries]; negative positions count as 0.
std::vector<double> query_scales(const QueryScale& scale, std::span<const double> query_positions);

}  // namespace posenc
