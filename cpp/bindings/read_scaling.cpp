#include "bindings/read_scaling.hpp"

#include "base/error.hpp"
#include "bindings/fields.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr const char* kOriginal = "original_max_position_embeddings";
constexpr const char* kLargest = "max_position_embeddings";

// Negative where it is not given; given, it must not be.
double amplitude(Fields& fields, const char* name) {
  if (!fields.has(name)) return -1;
  const double given = fields.needed_number(name);
  require_range(fields.path_of(name), given, 0, 1e3);
  return given;
}

RopeScaling read_linear(Fields& fields) {
  return LinearScaling{fields.needed_number("factor")};
}

RopeScaling read_ntk(Fields& fields) {
  return NtkScaling{fields.needed_number("alpha")};
}

RopeScaling read_ntk_per_pair(Fields& fields) {
  NtkPerPairScaling scaling{fields.needed_number("factor")};
  if (fields.has("mixed_b")) {
    scaling.mixed_b = fields.needed_number("mixed_b");
    require_range(fields.path_of("mixed_b"), scaling.mixed_b, 1e-6, 100);
  }
  return scaling;
}

RopeScaling read_dynamic_ntk(Fields& fields) {
  static constexpr std::string_view states[] = {"recomputed", "sticky", "static"};
  DynamicNtkScaling scaling;
  scaling.factor = fields.needed_number("factor");
  scaling.max_position_embeddings = fields.needed_number(kLargest);
  scaling.state = fields.choice("state", states, scaling.state);
  scaling.longest_seen = fields.number("longest_seen", 0);
  return scaling;
}

RopeScaling read_qwen_ntk(Fields& fields) {
  return QwenNtkScaling{fields.needed_number(kOriginal)};
}

// Where the factor follows from the length, it need not be given.
double factor_unless(bool dynamic, Fields& fields) {
  return dynamic ? fields.number("factor", 1) : fields.needed_number("factor");
}

RopeScaling read_ntk_by_parts(Fields& fields) {
  NtkByPartsScaling scaling;
  scaling.dynamic = fields.flag("dynamic", false);
  scaling.factor = factor_unless(scaling.dynamic, fields);
  scaling.original_max_position_embeddings = fields.needed_number(kOriginal);
  return scaling;
}

RopeScaling read_yarn(Fields& fields) {
  static constexpr std::string_view limits[] = {"channels", "pairs"};
  static constexpr std::string_view ramps[] = {"upright", "inverted"};
  static constexpr std::string_view magnitudes[] = {"both", "ratio", "unclamped"};
  YarnScaling scaling;
  scaling.dynamic = fields.flag("dynamic", false);
  scaling.factor = factor_unless(scaling.dynamic, fields);
  scaling.original_max_position_embeddings = fields.needed_number(kOriginal);
  scaling.beta_fast = fields.number("beta_fast", scaling.beta_fast);
  scaling.beta_slow = fields.number("beta_slow", scaling.beta_slow);
  scaling.truncate = fields.flag("truncate", true);
  scaling.ramp_limit = fields.choice("ramp_limit", limits, scaling.ramp_limit);
  scaling.ramp = fields.choice("ramp", ramps, scaling.ramp);
  scaling.attention_factor = amplitude(fields, "attention_factor");
  scaling.mscale = amplitude(fields, "mscale");
  scaling.mscale_all_dim = amplitude(fields, "mscale_all_dim");
  scaling.magnitude = fields.choice("magnitude", magnitudes, scaling.magnitude);
  scaling.softmax_mscale = fields.number("softmax_mscale", 0);
  scaling.max_position_embeddings = fields.number(kLargest, 0);
  return scaling;
}

RopeScaling read_llama3(Fields& fields) {
  Llama3Scaling scaling;
  scaling.factor = fields.needed_number("factor");
  scaling.low_freq_factor = fields.needed_number("low_freq_factor");
  scaling.high_freq_factor = fields.needed_number("high_freq_factor");
  scaling.original_max_position_embeddings = fields.needed_number(kOriginal);
  return scaling;
}

RopeScaling read_longrope(Fields& fields) {
  static constexpr std::string_view switches[] = {"length", "limit"};
  static constexpr std::string_view magnitudes[] = {"longrope", "yarn"};
  LongRopeScaling scaling;
  scaling.short_factor = fields.numbers("short_factor");
  scaling.long_factor = fields.numbers("long_factor");
  scaling.original_max_position_embeddings = fields.needed_number(kOriginal);
  scaling.factor = fields.number("factor", 0);
  scaling.max_position_embeddings = fields.number(kLargest, 0);
  scaling.switched = fields.choice("switch", switches, scaling.switched);
  scaling.magnitude = fields.choice("magnitude", magnitudes, scaling.magnitude);
  scaling.attention_factor = amplitude(fields, "attention_factor");
  scaling.short_mscale = amplitude(fields, "short_mscale");
  scaling.long_mscale = amplitude(fields, "long_mscale");
  return scaling;
}

struct Reader {
  std::string_view kind;
  RopeScaling (*read)(Fields&);
};

constexpr Reader kReaders[] = {{"none", [](Fields&) { return RopeScaling(NoScaling{}); }},
                               {"linear", read_linear},
                               {"ntk", read_ntk},
                               {"ntk_per_pair", read_ntk_per_pair},
                               {"dynamic_ntk", read_dynamic_ntk},
                               {"qwen_ntk", read_qwen_ntk},
                               {"ntk_by_parts", read_ntk_by_parts},
                               {"yarn", read_yarn},
                               {"llama3", read_llama3},
                               {"longrope", read_longrope}};

}  // namespace

RopeScaling read_scaling(const val& object) {
  if (object.isUndefined()) return NoScaling{};
  Fields fields(object, "method.scaling");
  std::string_view kinds[std::size(kReaders)];
  for (std::size_t index = 0; index < std::size(kReaders); ++index) kinds[index] = kReaders[index].kind;
  RopeScaling scaling = kReaders[fields.choose("kind", kinds, std::size(kinds))].read(fields);
  fields.finish();
  return scaling;
}

AnglePrecision read_angle_precision(const val& object) {
  AnglePrecision precision;
  if (object.isUndefined()) return precision;
  static constexpr std::string_view formats[] = {"double", "float32", "bfloat16", "float16"};
  static constexpr std::string_view series[] = {"powers", "running"};
  Fields fields(object, "method.angle_precision");
  precision.inv_freq = fields.choice("inv_freq", formats, precision.inv_freq);
  precision.position = fields.choice("position", formats, precision.position);
  precision.angle = fields.choice("angle", formats, precision.angle);
  precision.table = fields.choice("table", formats, precision.table);
  precision.series = fields.choice("series", series, precision.series);
  fields.finish();
  return precision;
}

}  // namespace posenc
