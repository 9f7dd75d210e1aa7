#include "position/method.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "position/learned_rows.hpp"
#include "position/scaled_frequencies.hpp"

namespace posenc {

namespace {

// Below, everything that an angle or a bias is made of must be finite and of a size that double can carry.
constexpr double kMaxPosition = 0x1p40;
constexpr double kMaxParameter = 1e9;

void validate_positions(std::string_view field, std::span<const double> positions, int expected) {
  if (positions.size() != static_cast<std::size_t>(expected))
    throw_invalid(field, concat(expected, " numbers, one per token"), text_of(static_cast<int>(positions.size())));
  for (std::size_t token = 0; token < positions.size(); ++token)
    if (!(std::abs(positions[token]) <= kMaxPosition))
      require_range(concat(field, "[", static_cast<int>(token), "]"), positions[token], -kMaxPosition, kMaxPosition);
}

void require_list(std::string_view field, const std::vector<double>& numbers, int expected, std::string_view one_per) {
  if (numbers.size() != static_cast<std::size_t>(expected))
    throw_invalid(field, concat(expected, " numbers, one per ", one_per), text_of(static_cast<int>(numbers.size())));
  for (std::size_t at = 0; at < numbers.size(); ++at)
    require_range(concat(field, "[", static_cast<int>(at), "]"), numbers[at], -kMaxParameter, kMaxParameter);
}

void require_table(std::string_view field, const Tensor<float, 2>& table, int rows, int columns) {
  const auto got_rows = static_cast<int>(table.extent(0)), got_columns = static_cast<int>(table.extent(1));
  if (got_rows != rows || got_columns != columns)
    throw_invalid(field, concat("shape [", rows, ", ", columns, "]"), concat("[", got_rows, ", ", got_columns, "]"));
  for (const float number : table.numbers()) require_finite(field, number);
}

void require_input(std::string_view kind, const PositionContext& context) {
  if (context.model_dim > 0) return;
  throw_invalid("method.kind",
                concat("an input to add to: ", kind,
                       " is added before the projections, so input.kind must be tokens or embeddings"),
                concat(kind, " with input.kind tensors"));
}

// Tables over relative positions have rows for whole numbers only.
void require_whole_positions(std::string_view kind, const PositionContext& context) {
  for (const auto& positions : {context.query_positions, context.key_positions})
    for (const double position : positions)
      if (position != std::floor(position))
        throw_invalid("key_positions", concat("whole numbers, because ", kind, " has a row per relative position"),
                      text_of(position));
}

void validate_method(const NoPosition&, const PositionContext&) {}

void validate_method(const Sinusoidal& method, const PositionContext& context) {
  require_input("sinusoidal", context);
  require_range("method.base", method.base, 1e-9, 1e30);
  require_range("method.offset", method.offset, -kMaxPosition, kMaxPosition);
}

void validate_method(const Learned& method, const PositionContext& context) {
  require_input("learned", context);
  if (method.table.empty())
    require_range("method.rows", method.rows, 1, 1 << 20);
  else
    require_table("method.table", method.table, static_cast<int>(method.table.extent(0)), context.model_dim);
  require_range("method.alpha", method.alpha, 0, 0.999);
  if (!method.segments.empty()) {
    if (static_cast<int>(method.segments.size()) != context.shape.keys)
      throw_invalid("method.segments", concat(context.shape.keys, " numbers, one per token"),
                    text_of(static_cast<int>(method.segments.size())));
    if (!method.segment_table.empty())
      require_table("method.segment_table", method.segment_table, static_cast<int>(method.segment_table.extent(0)),
                    context.model_dim);
  }
  if (!method.table.empty()) validate_rows(method, context.key_positions);
}

void validate_method(const Shaw& method, const PositionContext& context) {
  require_range("method.max_relative_position", method.max_relative_position, 1, 1 << 16);
  require_whole_positions("shaw", context);
  const int rows = 2 * method.max_relative_position + 1;
  if (!method.keys.empty()) require_table("method.keys", method.keys, rows, context.shape.head_dim);
  if (!method.values.empty()) require_table("method.values", method.values, rows, context.shape.value_dim);
}

void validate_method(const TransformerXl& method, const PositionContext& context) {
  const AttentionShape& shape = context.shape;
  if (!method.u.empty()) require_table("method.u", method.u, shape.heads, shape.head_dim);
  if (!method.v.empty()) require_table("method.v", method.v, shape.heads, shape.head_dim);
  if (!method.projection.empty())
    require_table("method.projection", method.projection, shape.heads * shape.head_dim,
                  static_cast<int>(method.projection.extent(1)));
  require_range("method.clamp_len", method.clamp_len, 0, 1 << 20);
}

void validate_method(const T5Bias& method, const PositionContext& context) {
  const int buckets = method.relative_attention_num_buckets;
  require_range("method.relative_attention_num_buckets", buckets, method.bidirectional ? 4 : 2, 1 << 16);
  const int exact = (method.bidirectional ? buckets / 2 : buckets) / 2;
  // At or below the exact buckets the logarithm is 0 or negative.
  require_range("method.relative_attention_max_distance", method.relative_attention_max_distance, exact + 1, 1 << 24);
  if (!method.table.empty()) require_table("method.table", method.table, buckets, context.shape.heads);
}

void validate_method(const Alibi& method, const PositionContext& context) {
  if (!method.slopes.empty()) require_list("method.slopes", method.slopes, context.shape.heads, "head");
  require_range("method.alibi_bias_max", method.alibi_bias_max, 1e-6, 1e3);
}

void validate_method(const Deberta& method, const PositionContext& context) {
  require_range("method.max_relative_positions", method.max_relative_positions, 2, 1 << 16);
  require_range("method.position_buckets", method.position_buckets, 0, 1 << 16);
  if (method.position_buckets == 1 || method.position_buckets > 2 * (method.max_relative_positions - 2))
    throw_invalid("method.position_buckets", "0, or from 2 to below 2 (max_relative_positions - 1)",
                  text_of(method.position_buckets));
  require_whole_positions("deberta", context);
  const int rows = 2 * method.span(), width = context.shape.heads * context.shape.head_dim;
  if (!method.position_keys.empty()) require_table("method.position_keys", method.position_keys, rows, width);
  if (!method.position_queries.empty()) require_table("method.position_queries", method.position_queries, rows, width);
}

void validate_streams(const Rotary& method, const PositionContext& context, int pairs) {
  const auto streams = static_cast<int>(method.mrope_section.size());
  for (const int section : method.mrope_section) require_range("method.mrope_section", section, 0, pairs);
  const int sum = std::accumulate(method.mrope_section.begin(), method.mrope_section.end(), 0);
  if (streams > 0 && sum != pairs)
    throw_invalid("method.mrope_section", concat("sections that sum to ", pairs, ", the pairs of channels that turn"),
                  text_of(sum));
  // A fourth stream takes no third pair; it can only be the rest (llama.cpp).
  if (streams > 0 && method.mrope_layout == StreamLayout::interleaved && streams != 3 && streams != 4)
    throw_invalid("method.mrope_section", "three sections, or four, where they are interleaved", text_of(streams));
  if (method.mrope_rest != 0) {
    if (method.mrope_layout != StreamLayout::interleaved)
      throw_invalid("method.mrope_rest", "none but with interleaved sections", text_of(method.mrope_rest));
    require_range("method.mrope_rest", method.mrope_rest, 0, streams - 1);
  }
  if (!method.streams.empty() && static_cast<int>(method.streams.size()) != streams)
    throw_invalid("method.streams", concat(streams, " lists, one per section"),
                  text_of(static_cast<int>(method.streams.size())));
  for (std::size_t stream = 0; stream < method.streams.size(); ++stream)
    validate_positions(concat("method.streams[", static_cast<int>(stream), "]"), method.streams[stream],
                       context.shape.keys);
  if (!method.streams.empty() && context.shape.queries > context.shape.keys)
    throw_invalid("method.streams", "at most as many queries as keys", text_of(context.shape.queries));
}

void validate_scaling(const Rotary& method, int width) {
  require_range("method.length", method.length, 0, 1e12);
  if (std::holds_alternative<NoScaling>(method.scaling)) return;
  validate(method.scaling, width, method.rope_theta);
  if (!method.inv_freq.empty()) throw_invalid("method.inv_freq", "none beside scaling", "both");
  if (method.type == RotaryType::proportional && !std::holds_alternative<LinearScaling>(method.scaling))
    throw_invalid("method.scaling.kind", "none or linear with the proportional type", "another");
  if (!method.mrope_section.empty() && method.mrope_layout == StreamLayout::axial)
    throw_invalid("method.scaling.kind", "none with axial streams, each of which has frequencies of its own",
                  "a scaling");
}

void validate_method(const Rotary& method, const PositionContext& context) {
  const int head_dim = context.shape.head_dim;
  require_range("method.partial_rotary_factor", method.partial_rotary_factor, 0, 1);
  const int width = rotary_width(method, context.shape);
  if (method.partial_rotary_factor != 1 && (width % 2 != 0 || width < 2))
    throw_invalid("method.partial_rotary_factor",
                  concat("a share of head_dim (", head_dim, ") that is an even number of channels"),
                  concat(method.partial_rotary_factor, ", which is ", width));
  if (width % 2 != 0 || width < 2 || width > head_dim)
    throw_invalid(method.rotary_dim == 0 ? "head_dim" : "method.rotary_dim",
                  method.rotary_dim == 0 ? std::string("an even number of channels to turn, because rotary turns pairs")
                                         : concat("an even number from 2 to head_dim (", head_dim, ")"),
                  text_of(width));
  require_range("method.rope_theta", method.rope_theta, 1e-9, 1e30);
  validate_scaling(method, width);
  if (!method.inv_freq.empty()) require_list("method.inv_freq", method.inv_freq, width / 2, "pair of channels");
  if (method.type == RotaryType::proportional && width != head_dim)
    throw_invalid("method.rotary_dim", "none with the proportional type, which pairs the whole head", text_of(width));
  require_range("method.offset", method.offset, -kMaxPosition, kMaxPosition);
  if (method.xpos_scale_base != 0) require_range("method.xpos.scale_base", method.xpos_scale_base, 1, kMaxParameter);
  require_range("method.xpos.center", method.xpos_center, -kMaxPosition, kMaxPosition);
  validate_streams(method, context, width / 2);
}

void validate_method(const Kerple& method, const PositionContext& context) {
  for (const auto& [field, numbers] : {std::pair{"method.p", &method.p}, std::pair{"method.a", &method.a}}) {
    if (numbers->empty()) continue;
    require_list(field, *numbers, context.shape.heads, "head");
    // Negative ones would favour distance; the authors clamp at 0.01 while training.
    for (std::size_t h = 0; h < numbers->size(); ++h)
      require_range(concat(field, "[", static_cast<int>(h), "]"), (*numbers)[h], 0, kMaxParameter);
  }
}

void validate_method(const Sandwich& method, const PositionContext& context) {
  const int dimension = method.dimension == 0 ? context.shape.head_dim : method.dimension;
  if (dimension % 2 != 0)
    throw_invalid(method.dimension == 0 ? "head_dim" : "method.dimension", "an even number for sandwich",
                  text_of(dimension));
  require_range("method.dimension", dimension, 2, 1 << 16);
}

void validate_method(const Fire& method, const PositionContext& context) {
  require_range("method.c", method.c, 1e-6, kMaxParameter);
  require_range("method.threshold", method.threshold, 1e-6, kMaxParameter);
  const auto width = static_cast<int>(method.hidden_weight.size());
  if (width == 0) return;
  if (!method.hidden_bias.empty()) require_list("method.hidden_bias", method.hidden_bias, width, "hidden unit");
  if (!method.output_weight.empty())
    require_table("method.output_weight", method.output_weight, context.shape.heads, width);
  if (!method.output_bias.empty()) require_list("method.output_bias", method.output_bias, context.shape.heads, "head");
}

void validate_method(const Cope& method, const PositionContext& context) {
  require_range("method.positions", method.positions, 1, 1 << 16);
  if (!method.table.empty())
    require_table("method.table", method.table, static_cast<int>(method.table.extent(0)), context.shape.head_dim);
}

double yarn_scale(const YarnScaling& yarn, const AttentionShape& shape) {
  const double mscale = get_mscale(yarn.factor, yarn.softmax_mscale);
  return mscale * mscale / std::sqrt(static_cast<double>(shape.head_dim));
}

// A slot of the plan that two methods cannot share.
enum class Slot { none, rotation, relative_vectors, gates };

Slot slot_of(const PositionMethod& method) {
  if (std::holds_alternative<Rotary>(method)) return Slot::rotation;
  if (std::holds_alternative<Cope>(method)) return Slot::gates;
  if (std::holds_alternative<Shaw>(method) || std::holds_alternative<TransformerXl>(method) ||
      std::holds_alternative<Deberta>(method))
    return Slot::relative_vectors;
  return Slot::none;
}

void validate_combination(const PositionMethods& methods) {
  for (std::size_t second = 0; second < methods.size(); ++second)
    for (std::size_t first = 0; first < second; ++first) {
      const Slot one = slot_of(methods[first]), two = slot_of(methods[second]);
      if (one == Slot::none || two == Slot::none) continue;
      // Biases add up and encodings add up; what acts on q and k itself does not combine.
      const std::string field = concat("method[", static_cast<int>(second), "].kind");
      if (one == two && one == Slot::rotation) throw_invalid(field, "at most one rotation", "another rotary");
      throw_invalid(field,
                    concat("a method that combines with ", kind_of(methods[first]),
                           ": encodings of the input and"
                           " biases of the score do"),
                    kind_of(methods[second]));
    }
}

}  // namespace

std::string_view kind_of(const PositionMethod& method) {
  struct Name {
    std::string_view operator()(const NoPosition&) const { return "none"; }
    std::string_view operator()(const Sinusoidal&) const { return "sinusoidal"; }
    std::string_view operator()(const Learned&) const { return "learned"; }
    std::string_view operator()(const Shaw&) const { return "shaw"; }
    std::string_view operator()(const TransformerXl&) const { return "transformer_xl"; }
    std::string_view operator()(const T5Bias&) const { return "t5_bias"; }
    std::string_view operator()(const Alibi&) const { return "alibi"; }
    std::string_view operator()(const Deberta&) const { return "deberta"; }
    std::string_view operator()(const Rotary&) const { return "rotary"; }
    std::string_view operator()(const Kerple&) const { return "kerple"; }
    std::string_view operator()(const Sandwich&) const { return "sandwich"; }
    std::string_view operator()(const Fire&) const { return "fire"; }
    std::string_view operator()(const Cope&) const { return "cope"; }
  };
  return std::visit(Name{}, method);
}

void validate(const PositionMethods& methods, const PositionContext& context) {
  validate(context.shape);
  validate_positions("query_positions", context.query_positions, context.shape.queries);
  validate_positions("key_positions", context.key_positions, context.shape.keys);
  validate_combination(methods);
  for (std::size_t index = 0; index < methods.size(); ++index) {
    const std::string place = methods.size() > 1 ? concat("method[", static_cast<int>(index), "]") : "method";
    at_place("method", place,
             [&] { std::visit([&](const auto& kind) { validate_method(kind, context); }, methods[index]); });
  }
}

int rotary_width(const Rotary& method, const AttentionShape& shape) {
  if (method.rotary_dim != 0) return method.rotary_dim;
  if (method.type == RotaryType::proportional) return shape.head_dim;
  return static_cast<int>(shape.head_dim * method.partial_rotary_factor);
}

double default_scale(const PositionMethods& methods, const AttentionShape& shape) {
  for (const PositionMethod& method : methods) {
    if (std::holds_alternative<T5Bias>(method)) return 1;
    if (const auto* rotary = std::get_if<Rotary>(&method))
      if (const auto* yarn = std::get_if<YarnScaling>(&rotary->scaling)) return yarn_scale(*yarn, shape);
    if (const auto* deberta = std::get_if<Deberta>(&method))
      return 1 / std::sqrt(static_cast<double>(shape.head_dim * deberta->terms()));
  }
  return 1 / std::sqrt(static_cast<double>(shape.head_dim));
}

}  // namespace posenc
