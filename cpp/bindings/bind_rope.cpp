// Questions about a rotary method; their types stand in web/src/engine/rope.ts.
#include <emscripten/bind.h>

#include "analysis/frequencies.hpp"
#include "analysis/phase_error.hpp"
#include "analysis/rotary_difference.hpp"
#include "analysis/score_curve.hpp"
#include "base/error.hpp"
#include "bindings/fields.hpp"
#include "bindings/guard.hpp"
#include "bindings/read_method.hpp"
#include "bindings/write.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr std::size_t kMaxPositions = 1u << 16;

RotaryRequest read_request(Fields& fields) {
  const PositionMethods methods = read_methods(fields.raw("method"), 0);
  const auto* rotary = methods.size() == 1 ? std::get_if<Rotary>(&methods[0]) : nullptr;
  if (!rotary)
    throw_invalid("method", "one rotary method", methods.empty() ? std::string("none") : text_of(kind_of(methods[0])));
  RotaryRequest request{*rotary, fields.needed_integer("head_dim", 1, 4096), 0};
  if (fields.has("length")) {
    request.length = fields.needed_number("length");
    require_range("length", request.length, 1, 1e12);
  }
  return request;
}

// One of two requests in one call: errors name its side.
RotaryRequest read_side(const val& object, const std::string& side) {
  Fields fields(object, side);
  RotaryRequest request = at_place("method", concat(side, ".method"), [&] { return read_request(fields); });
  fields.finish();
  return request;
}

std::vector<double> read_positions(Fields& fields, const char* name) {
  std::vector<double> positions = fields.numbers(name);
  if (positions.empty()) throw_invalid(name, "an array of numbers", "nothing");
  if (positions.size() > kMaxPositions)
    throw Error(ErrorCode::too_large, concat(name, ": expected at most ", static_cast<double>(kMaxPositions),
                                             " numbers, got ", static_cast<double>(positions.size())));
  return positions;
}

val regime_names(const std::vector<PairRegime>& regimes) {
  static constexpr const char* names[] = {"kept", "blended", "scaled", "other", "still"};
  val list = val::array();
  for (const PairRegime regime : regimes) list.call<void>("push", val(names[static_cast<std::size_t>(regime)]));
  return list;
}

val frequencies_of(const val& object) {
  return guard([&] {
    Fields fields(object, "");
    const RotaryRequest request = read_request(fields);
    fields.finish();
    const Frequencies found = frequencies(request);
    val answer = val::object();
    answer.set("rotary_dim", found.rotary_dim);
    answer.set("length", found.length);
    answer.set("original_length", found.original_length > 0 ? val(found.original_length) : val::null());
    answer.set("factor", found.factor);
    answer.set("base", found.base);
    answer.set("plain_inv_freq", typed_array(found.plain_inv_freq));
    answer.set("inv_freq", typed_array(found.inv_freq));
    answer.set("wavelength", typed_array(found.wavelength));
    answer.set("turns", typed_array(found.turns));
    answer.set("interpolated", typed_array(found.interpolated));
    answer.set("regime", regime_names(found.regime));
    val ramp = val::null();
    if (found.ramp) {
      ramp = val::array();
      for (const double end : *found.ramp) ramp.call<void>("push", end);
    }
    answer.set("ramp", ramp);
    answer.set("attention_factor", found.attention_factor);
    answer.set("softmax_factor", found.softmax_factor);
    answer.set("scale", found.scale);
    return answer;
  });
}

val score_curve_of(const val& object) {
  return guard([&] {
    Fields fields(object, "");
    const RotaryRequest request = read_request(fields);
    const std::vector<double> distances = read_positions(fields, "distances");
    fields.finish();
    const ScoreCurve curve = score_curve(request, distances);
    val answer = val::object();
    answer.set("distances", typed_array(distances));
    answer.set("mean", typed_array(curve.mean));
    answer.set("deviation", typed_array(curve.deviation));
    return answer;
  });
}

val rotary_difference_of(const val& object) {
  return guard([&] {
    Fields fields(object, "");
    const RotaryRequest a = read_side(fields.raw("a"), "a"), b = read_side(fields.raw("b"), "b");
    const std::vector<double> positions = read_positions(fields, "positions");
    DifferenceSearch search;
    search.tolerance = fields.number("tolerance", search.tolerance);
    search.limit = fields.number("limit", positions.back());
    fields.finish();
    const RotaryDifference found = rotary_difference(a, b, positions, search);
    val answer = val::object();
    answer.set("ratio", typed_array(found.ratio));
    answer.set("positions", typed_array(positions));
    answer.set("cosine", typed_array(found.cosine));
    answer.set("score_a", typed_array(found.score_a));
    answer.set("score_b", typed_array(found.score_b));
    answer.set("first_difference", found.first_difference ? val(*found.first_difference) : val::null());
    answer.set("largest_difference", found.largest_difference);
    return answer;
  });
}

val phase_error_of(const val& object) {
  return guard([&] {
    Fields fields(object, "");
    const RotaryRequest request = read_request(fields);
    const std::vector<double> positions = read_positions(fields, "positions");
    fields.finish();
    const PhaseError found = phase_error(request, positions);
    val answer = val::object();
    answer.set("positions", typed_array(positions));
    answer.set("phase", typed_array(found.phase));
    answer.set("cosine", typed_array(found.cosine));
    answer.set("pair", typed_array(found.pair));
    return answer;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_rope) {
  emscripten::function("frequencies", &frequencies_of);
  emscripten::function("score_curve", &score_curve_of);
  emscripten::function("rotary_difference", &rotary_difference_of);
  emscripten::function("phase_error", &phase_error_of);
}

}  // namespace posenc
