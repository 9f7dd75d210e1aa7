#include "model/notes.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "position/rope_frequencies.hpp"

namespace posenc {

namespace {

using Notes = std::vector<std::string>;

// The largest |key_position - query_position|.
double farthest(const DescribedProblem& problem) {
  const auto [low_query, high_query] = std::ranges::minmax(problem.query_positions);
  const auto [low_key, high_key] = std::ranges::minmax(problem.key_positions);
  return std::max(high_key - low_query, high_query - low_key);
}

void note(const Learned& method, const DescribedProblem& problem, Notes& notes) {
  const double last = std::ranges::max(problem.key_positions) + method.offset;
  const auto rows = static_cast<double>(method.table.extent(0));
  if (last < rows) return;
  const bool interpolated = method.extension == TableExtension::interpolate;
  notes.push_back(concat("learned: position ", last - method.offset, " asks for row ", last, " of ", rows,
                         " rows; the table was ", interpolated ? "interpolated" : "extended by the hierarchical rule"));
}

void note(const Shaw& method, const DescribedProblem& problem, Notes& notes) {
  if (farthest(problem) <= method.max_relative_position) return;
  notes.push_back(concat("shaw: relative positions beyond ", method.max_relative_position,
                         method.beyond == BeyondClip::clip ? " use the outermost row" : " have no term"));
}

void note(const TransformerXl& method, const DescribedProblem& problem, Notes& notes) {
  if (method.clamp_len == 0 || farthest(problem) <= method.clamp_len) return;
  notes.push_back(
      concat("transformer_xl: distances beyond clamp_len (", method.clamp_len, ") count as ", method.clamp_len));
}

void note(const T5Bias& method, const DescribedProblem& problem, Notes& notes) {
  if (farthest(problem) < method.relative_attention_max_distance) return;
  notes.push_back(
      concat("t5_bias: distances from ", method.relative_attention_max_distance, " on share the last bucket"));
}

void note(const Deberta& method, const DescribedProblem& problem, Notes& notes) {
  const double limit = method.position_buckets > 0 ? method.max_relative_positions - 1 : method.span() - 1;
  if (farthest(problem) <= limit) return;
  notes.push_back(concat("deberta: distances beyond ", limit, " use the outermost row"));
}

// Interleaved sections take every third pair: the pairs of a stream may run out before its section does (Qwen3-VL's
// code then gives the rest to stream 0).
void note_sections(const Rotary& method, const DescribedProblem& problem, Notes& notes) {
  if (method.mrope_section.empty() || method.mrope_layout != StreamLayout::interleaved) return;
  const int pairs = rotary_width(method, problem.shape) / 2;
  for (int stream = 1; stream < 3; ++stream) {
    const int room = (pairs - stream + 2) / 3, section = method.mrope_section[static_cast<std::size_t>(stream)];
    if (section > room)
      notes.push_back(
          concat("rotary: mrope_section[", stream, "] asks for ", section, " pairs; every third pair makes ", room));
  }
}

std::string_view words_of(const RopeScaling& scaling, double length) {
  if (const auto* lists = std::get_if<LongRopeScaling>(&scaling))
    return length > lists->original_max_position_embeddings ? ": the long list" : ": the short list";
  return "";
}

void note_scaling(const Rotary& method, const DescribedProblem& problem, Notes& notes) {
  if (depends_on_length(method.scaling)) {
    const double length = scaling_length(method, problem.context());
    notes.push_back(concat("rotary: frequencies are those of length ", length, words_of(method.scaling, length)));
  }
  const AnglePrecision& precision = method.precision;
  for (const FloatFormat format : {precision.inv_freq, precision.position, precision.angle, precision.table})
    if (format != FloatFormat::double64) {
      notes.push_back("rotary: angles are rounded as angle_precision says; the reference keeps them exact");
      break;
    }
}

void note(const Rotary& method, const DescribedProblem& problem, Notes& notes) {
  note_sections(method, problem, notes);
  note_scaling(method, problem, notes);
  const double exact = problem.shape.head_dim * method.partial_rotary_factor;
  if (method.rotary_dim != 0 || method.type == RotaryType::proportional || exact == std::floor(exact)) return;
  notes.push_back(concat("rotary: head_dim * partial_rotary_factor = ", exact, " is truncated to ",
                         rotary_width(method, problem.shape), " channels"));
}

void note(const Cope& method, const DescribedProblem& problem, Notes& notes) {
  const auto last = static_cast<int>(method.table.extent(0)) - 1;
  if (problem.shape.keys <= last) return;
  notes.push_back(concat("cope: counted positions are clamped to ", last, ", the last row of the table"));
}

template <class Method>
void note(const Method&, const DescribedProblem&, Notes&) {}

}  // namespace

Notes notes(const DescribedProblem& problem) {
  Notes list;
  for (const PositionMethod& method : problem.methods)
    std::visit([&](const auto& kind) { note(kind, problem, list); }, method);
  return list;
}

}  // namespace posenc
