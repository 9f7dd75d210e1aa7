#include "position/query_scale.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

double scale_at(const NoQueryScale&, double) {
  return 1;
}

double scale_at(const LogNScale& scale, double position) {
  return std::max(1.0, std::log(std::max(position, 0.0) + 1) / std::log(scale.original_max_position_embeddings));
}

double scale_at(const Llama4Scale& scale, double position) {
  return 1 + scale.attn_scale * std::log(1 + std::floor((std::max(position, 0.0) + scale.offset) / scale.floor_scale));
}

}  // namespace

void validate(const QueryScale& scale) {
  if (const auto* log_n = std::get_if<LogNScale>(&scale))
    require_range("query_scale.original_max_position_embeddings", log_n->original_max_position_embeddings, 2, 1e12);
  if (const auto* llama4 = std::get_if<Llama4Scale>(&scale)) {
    require_range("query_scale.floor_scale", llama4->floor_scale, 1, 1e12);
    require_range("query_scale.attn_scale", llama4->attn_scale, 0, 1e3);
    require_range("query_scale.offset", llama4->offset, 0, 1);
  }
}

std::vector<double> query_scales(const QueryScale& scale, std::span<const double> query_positions) {
  std::vector<double> factors;
  for (const double position : query_positions)
    factors.push_back(std::visit([&](const auto& kind) { return scale_at(kind, position); }, scale));
  return factors;
}

}  // namespace posenc
