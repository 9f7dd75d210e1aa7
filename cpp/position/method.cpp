#include "position/method.hpp"

#include "base/error.hpp"

namespace posenc {

namespace {

// Below, everything that an angle or a bias is made of must be finite and of a size that double can carry.
constexpr double kMaxPosition = 0x1p40;

void validate_positions(std::string_view field, std::span<const double> positions, int expected) {
  if (positions.size() != static_cast<std::size_t>(expected))
    throw_invalid(field, concat(expected, " numbers, one per token"), text_of(static_cast<int>(positions.size())));
  for (std::size_t token = 0; token < positions.size(); ++token)
    require_range(concat(field, "[", static_cast<int>(token), "]"), positions[token], -kMaxPosition, kMaxPosition);
}

void validate_list(std::string_view field, const std::vector<double>& numbers, int expected, std::string_view one_per) {
  if (numbers.size() != static_cast<std::size_t>(expected))
    throw_invalid(field, concat(expected, " numbers, one per ", one_per), text_of(static_cast<int>(numbers.size())));
  for (std::size_t at = 0; at < numbers.size(); ++at)
    require_range(concat(field, "[", static_cast<int>(at), "]"), numbers[at], -1e9, 1e9);
}

void validate_method(const NoPosition&, const PositionContext&) {}

void validate_method(const Sinusoidal& method, const PositionContext& context) {
  if (context.model_dim == 0)
    throw_invalid("method.kind",
                  "an input to add to: sinusoidal is added before the projections, so input.kind must be"
                  " tokens or embeddings",
                  "sinusoidal with input.kind tensors");
  if (context.model_dim % 2 != 0)
    throw_invalid("input.model_dim", "an even number for the sine and cosine pairs of sinusoidal",
                  text_of(context.model_dim));
  require_range("method.base", method.base, 1e-9, 1e30);
}

void validate_method(const Alibi& method, const PositionContext& context) {
  if (!method.slopes.empty()) validate_list("method.slopes", method.slopes, context.shape.heads, "head");
}

void validate_method(const Rotary& method, const PositionContext& context) {
  const int head_dim = context.shape.head_dim;
  const int width = rotary_width(method, context.shape);
  if (width % 2 != 0 || width < 2 || width > head_dim)
    throw_invalid(method.rotary_dim == 0 ? "head_dim" : "method.rotary_dim",
                  method.rotary_dim == 0 ? std::string("an even number, because rotary turns pairs of channels")
                                         : concat("an even number from 2 to head_dim (", head_dim, ")"),
                  text_of(width));
  require_range("method.rope_theta", method.rope_theta, 1e-9, 1e30);
  if (!method.inv_freq.empty()) validate_list("method.inv_freq", method.inv_freq, width / 2, "pair of channels");
}

}  // namespace

std::string_view kind_of(const PositionMethod& method) {
  struct Name {
    std::string_view operator()(const NoPosition&) const { return "none"; }
    std::string_view operator()(const Sinusoidal&) const { return "sinusoidal"; }
    std::string_view operator()(const Alibi&) const { return "alibi"; }
    std::string_view operator()(const Rotary&) const { return "rotary"; }
  };
  return std::visit(Name{}, method);
}

void validate(const PositionMethod& method, const PositionContext& context) {
  validate(context.shape);
  validate_positions("query_positions", context.query_positions, context.shape.queries);
  validate_positions("key_positions", context.key_positions, context.shape.keys);
  std::visit([&](const auto& kind) { validate_method(kind, context); }, method);
}

}  // namespace posenc
