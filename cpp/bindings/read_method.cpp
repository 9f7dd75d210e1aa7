#include "bindings/read_method.hpp"

#include <cmath>

#include "base/error.hpp"
#include "bindings/fields.hpp"
#include "bindings/read_scaling.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr unsigned kMaxMethods = 8;
constexpr unsigned kMaxLayers = 1024;

std::uint64_t read_seed(Fields& fields) {
  const int seed = fields.integer("seed", 0);
  require_range("method.seed", seed, 0, 0x7fffffff);
  return static_cast<std::uint64_t>(seed);
}

PositionMethod read_sinusoidal(Fields& fields) {
  static constexpr std::string_view tables[] = {"paper", "concatenated", "tensor2tensor", "fairseq"};
  Sinusoidal method;
  method.base = fields.number("base", method.base);
  method.table = fields.choice("table", tables, method.table);
  method.offset = fields.number("offset", method.offset);
  return method;
}

PositionMethod read_learned(Fields& fields) {
  static constexpr std::string_view extensions[] = {"none", "interpolate", "hierarchical"};
  Learned method;
  method.table = fields.optional_matrix("table");
  method.rows = fields.integer("rows", method.table.empty() ? method.rows : static_cast<int>(method.table.extent(0)));
  if (!method.table.empty() && method.rows != static_cast<int>(method.table.extent(0)))
    throw_invalid("method.rows", concat(static_cast<int>(method.table.extent(0)), ", the rows of table"),
                  text_of(method.rows));
  method.offset = fields.integer("offset", method.offset);
  method.segments = fields.integers("segments");
  method.segment_table = fields.optional_matrix("segment_table");
  method.extension = fields.choice("extension", extensions, method.extension);
  method.alpha = fields.number("alpha", method.alpha);
  method.seed = read_seed(fields);
  return method;
}

PositionMethod read_shaw(Fields& fields) {
  static constexpr std::string_view beyonds[] = {"clip", "zero"};
  Shaw method;
  method.max_relative_position = fields.integer("max_relative_position", method.max_relative_position);
  method.with_keys = !fields.raw("keys").isNull();
  method.with_values = !fields.raw("values").isNull();
  if (method.with_keys) method.keys = fields.optional_matrix("keys");
  if (method.with_values) method.values = fields.optional_matrix("values");
  method.beyond = fields.choice("beyond", beyonds, method.beyond);
  method.seed = read_seed(fields);
  return method;
}

PositionMethod read_transformer_xl(Fields& fields) {
  TransformerXl method;
  method.u = fields.optional_matrix("u");
  method.v = fields.optional_matrix("v");
  method.projection = fields.optional_matrix("projection");
  method.clamp_len = fields.integer("clamp_len", method.clamp_len);
  method.seed = read_seed(fields);
  return method;
}

PositionMethod read_t5_bias(Fields& fields) {
  T5Bias method;
  method.relative_attention_num_buckets =
      fields.integer("relative_attention_num_buckets", method.relative_attention_num_buckets);
  method.relative_attention_max_distance =
      fields.integer("relative_attention_max_distance", method.relative_attention_max_distance);
  method.bidirectional = fields.flag("bidirectional", method.bidirectional);
  method.table = fields.optional_matrix("table");
  method.seed = read_seed(fields);
  return method;
}

PositionMethod read_alibi(Fields& fields) {
  static constexpr std::string_view directions[] = {"causal", "symmetric"};
  static constexpr std::string_view rules[] = {"authors", "geometric"};
  static constexpr std::string_view places[] = {"after_scale", "before_scale"};
  Alibi method;
  method.slopes = fields.numbers("slopes");
  method.direction = fields.choice("direction", directions, method.direction);
  method.slope_rule = fields.choice("slope_rule", rules, method.slope_rule);
  method.alibi_bias_max = fields.number("alibi_bias_max", method.alibi_bias_max);
  method.applied = fields.choice("applied", places, method.applied);
  return method;
}

PositionMethod read_deberta(Fields& fields) {
  Deberta method;
  method.max_relative_positions = fields.integer("max_relative_positions", method.max_relative_positions);
  method.position_buckets = fields.integer("position_buckets", method.position_buckets);
  if (fields.has("pos_att_type")) {
    method.content_to_position = method.position_to_content = false;
    for (const std::string& type : fields.texts("pos_att_type")) {
      if (type != "c2p" && type != "p2c") throw_invalid("method.pos_att_type", "c2p or p2c", concat("\"", type, "\""));
      (type == "c2p" ? method.content_to_position : method.position_to_content) = true;
    }
  }
  method.position_keys = fields.optional_matrix("position_keys");
  method.position_queries = fields.optional_matrix("position_queries");
  method.seed = read_seed(fields);
  return method;
}

void read_streams(Fields& fields, Rotary& method) {
  static constexpr std::string_view layouts[] = {"chunked", "interleaved", "axial"};
  method.mrope_section = fields.integers("mrope_section");
  method.mrope_layout = fields.choice("mrope_layout", layouts, method.mrope_layout);
  method.mrope_rest = fields.integer("mrope_rest", method.mrope_rest);
  if (method.mrope_section.empty() && fields.has("mrope_layout"))
    throw_invalid("method.mrope_section", "the sections that mrope_layout lays out", "nothing");
  const val streams = fields.raw("streams");
  if (streams.isUndefined()) return;
  if (!streams.isArray() || streams["length"].as<unsigned>() > 8)
    throw_invalid("method.streams", "an array of at most 8 lists", describe(streams));
  for (unsigned stream = 0; stream < streams["length"].as<unsigned>(); ++stream) {
    val holder = val::object();
    const std::string name = concat("streams[", static_cast<int>(stream), "]");
    holder.set(name, streams[stream]);
    method.streams.push_back(Fields(holder, "method").numbers(name.c_str()));
  }
}

PositionMethod read_rotary(Fields& fields) {
  static constexpr std::string_view pairings[] = {"half_split", "interleaved"};
  static constexpr std::string_view types[] = {"default", "proportional"};
  Rotary method;
  method.pairing = fields.choice("pairing", pairings, method.pairing);
  method.type = fields.choice("rope_type", types, method.type);
  if (fields.has("rotary_dim")) {
    method.rotary_dim = fields.integer("rotary_dim", 0);
    if (method.rotary_dim < 2) throw_invalid("method.rotary_dim", "an even number from 2", text_of(method.rotary_dim));
    if (fields.has("partial_rotary_factor"))
      throw_invalid("method.partial_rotary_factor", "none beside rotary_dim", "both");
  }
  method.partial_rotary_factor = fields.number("partial_rotary_factor", method.partial_rotary_factor);
  method.rope_theta = fields.number("rope_theta", method.rope_theta);
  method.inv_freq = fields.numbers("inv_freq");
  method.scaling = read_scaling(fields.raw("scaling"));
  if (fields.has("length")) {
    method.length = fields.needed_number("length");
    require_range("method.length", method.length, 1, 1e12);
  }
  method.precision = read_angle_precision(fields.raw("angle_precision"));
  method.offset = fields.number("offset", method.offset);
  const val xpos = fields.raw("xpos");
  if (!xpos.isUndefined()) {
    Fields scales(xpos, "method.xpos");
    method.xpos_scale_base = scales.number("scale_base", 512);
    require_range("method.xpos.scale_base", method.xpos_scale_base, 1, 1e9);
    method.xpos_center = scales.number("center", 0);
    scales.finish();
  }
  read_streams(fields, method);
  return method;
}

PositionMethod read_kerple(Fields& fields) {
  static constexpr std::string_view forms[] = {"log", "power"};
  Kerple method;
  method.form = fields.choice("form", forms, method.form);
  method.p = fields.numbers("p");
  method.a = fields.numbers("a");
  return method;
}

PositionMethod read_sandwich(Fields& fields) {
  Sandwich method;
  if (fields.has("dimension")) {
    method.dimension = fields.integer("dimension", 0);
    require_range("method.dimension", method.dimension, 2, 1 << 16);
  }
  return method;
}

PositionMethod read_fire(Fields& fields) {
  Fire method;
  method.c = fields.number("c", method.c);
  method.threshold = fields.number("threshold", method.threshold);
  method.hidden_weight = fields.numbers("hidden_weight");
  method.hidden_bias = fields.numbers("hidden_bias");
  method.output_weight = fields.optional_matrix("output_weight");
  method.output_bias = fields.numbers("output_bias");
  method.seed = read_seed(fields);
  if (method.hidden_weight.empty() && (!method.hidden_bias.empty() || !method.output_weight.empty()))
    throw_invalid("method.hidden_weight", "the weights that hidden_bias and output_weight belong to", "nothing");
  return method;
}

PositionMethod read_cope(Fields& fields) {
  static constexpr std::string_view scales[] = {"all", "content"};
  Cope method;
  method.table = fields.optional_matrix("table");
  method.positions = fields.integer("positions", method.positions);
  method.scaled = fields.choice("scaled", scales, method.scaled);
  method.seed = read_seed(fields);
  return method;
}

struct Reader {
  std::string_view kind;
  PositionMethod (*read)(Fields&);
};

constexpr Reader kReaders[] = {{"none", [](Fields&) { return PositionMethod(NoPosition{}); }},
                               {"sinusoidal", read_sinusoidal},
                               {"learned", read_learned},
                               {"shaw", read_shaw},
                               {"transformer_xl", read_transformer_xl},
                               {"t5_bias", read_t5_bias},
                               {"alibi", read_alibi},
                               {"deberta", read_deberta},
                               {"rotary", read_rotary},
                               {"kerple", read_kerple},
                               {"sandwich", read_sandwich},
                               {"fire", read_fire},
                               {"cope", read_cope}};

PositionMethod read_method(const val& object) {
  Fields fields(object, "method");
  std::string_view kinds[std::size(kReaders)];
  for (std::size_t index = 0; index < std::size(kReaders); ++index) kinds[index] = kReaders[index].kind;
  PositionMethod method = kReaders[fields.choose("kind", kinds, std::size(kinds))].read(fields);
  fields.finish();
  return method;
}

PositionMethods read_list(const val& array, std::string_view field) {
  const unsigned count = array["length"].as<unsigned>();
  if (count > kMaxMethods)
    throw_invalid(field, concat("at most ", static_cast<int>(kMaxMethods), " methods"),
                  text_of(static_cast<int>(count)));
  PositionMethods methods;
  for (unsigned index = 0; index < count; ++index)
    at_place("method", concat(field, "[", static_cast<int>(index), "]"),
             [&] { methods.push_back(read_method(array[index])); });
  return methods;
}

bool is_stack(const val& value) {
  if (value.isNull() || value.typeOf().as<std::string>() != "object") return false;
  const val kind = value["kind"];
  return kind.isString() && kind.as<std::string>() == "stack";
}

// Every layer is read, so that a fault in another layer is found too.
PositionMethods read_stack(const val& value, int layer) {
  Fields fields(value, "method");
  fields.raw("kind");
  const val layers = fields.raw("layers");
  if (!layers.isArray() || layers["length"].as<unsigned>() == 0 || layers["length"].as<unsigned>() > kMaxLayers)
    throw_invalid("method.layers", concat("1 to ", static_cast<int>(kMaxLayers), " methods"), describe(layers));
  fields.finish();
  const unsigned count = layers["length"].as<unsigned>();
  PositionMethods chosen;
  for (unsigned index = 0; index < count; ++index) {
    const val entry = layers[index];
    const std::string place = concat("method.layers[", static_cast<int>(index), "]");
    PositionMethods methods;
    if (entry.isArray())
      methods = read_list(entry, place);
    else
      at_place("method", place, [&] { methods = {read_method(entry)}; });
    if (index == static_cast<unsigned>(layer) % count) chosen = std::move(methods);
  }
  return chosen;
}

}  // namespace

PositionMethods read_methods(const val& value, int layer) {
  if (value.isUndefined()) return {};
  if (value.isArray()) return read_list(value, "method");
  if (is_stack(value)) return read_stack(value, layer);
  return {read_method(value)};
}

QueryScale read_query_scale(const val& object) {
  if (object.isUndefined()) return NoQueryScale{};
  Fields fields(object, "query_scale");
  static constexpr std::string_view kinds[] = {"log_n", "llama4"};
  QueryScale scale;
  if (fields.choose("kind", kinds, std::size(kinds)) == 0) {
    scale = LogNScale{fields.needed_number("original_max_position_embeddings")};
  } else {
    Llama4Scale llama4;
    llama4.floor_scale = fields.number("floor_scale", llama4.floor_scale);
    llama4.attn_scale = fields.number("attn_scale", llama4.attn_scale);
    llama4.offset = fields.integer("offset", llama4.offset);
    scale = llama4;
  }
  fields.finish();
  return scale;
}

}  // namespace posenc
