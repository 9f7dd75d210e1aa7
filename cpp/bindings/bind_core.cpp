// The functions that JavaScript calls; their types stand in web/src/engine/wasm/core-module.ts.
#include <emscripten/bind.h>

#include <algorithm>
#include <utility>

#include "analysis/equivariance.hpp"
#include "bindings/fields.hpp"
#include "bindings/guard.hpp"
#include "bindings/read_problem.hpp"
#include "bindings/write.hpp"
#include "model/decode.hpp"
#include "model/notes.hpp"
#include "simd/batch.hpp"

namespace posenc {

namespace {

using emscripten::val;

val shape_object(const AttentionShape& shape) {
  val object = val::object();
  object.set("heads", shape.heads);
  object.set("kv_heads", shape.kv_heads);
  object.set("queries", shape.queries);
  object.set("keys", shape.keys);
  object.set("head_dim", shape.head_dim);
  object.set("value_dim", shape.value_dim);
  return object;
}

DescribedProblem read(const val& problem, bool permuted, const std::optional<ReadPart>& part = std::nullopt) {
  ReadProblem described = read_problem(problem, part);
  validate(described.problem);
  if (!permuted) return std::move(described.problem);
  return permute(described.problem, described.permutation, described.mask_permutation);
}

// Of zeros in place of values nothing is given away as a result.
void require_values(const val& problem, std::string_view use) {
  Fields input(problem["input"], "input");
  if (problem["input"]["kind"].as<std::string>() == "tensors" && !input.has("value"))
    throw_invalid("input.value", concat("values for ", use), "nothing");
}

template <class Real>
val attention_object(const AttentionResult<Real>& result, const AttentionShape& shape,
                     const std::vector<std::string>& wanted) {
  val object = val::object();
  object.set("shape", shape_object(shape));
  const auto give = [&](const char* name, const auto& tensor) {
    const bool asked = std::ranges::find(wanted, name) != wanted.end();
    if (asked && !tensor.empty()) object.set(name, tensor_object(tensor));
  };
  give("scores", result.scores);
  give("weights", result.weights);
  give("output", result.output);
  give("input", result.input);
  give("encoding", result.encoding);
  give("query", result.query);
  give("key", result.key);
  give("value", result.value);
  give("rotated_query", result.rotated_query);
  give("rotated_key", result.rotated_key);
  return object;
}

val notes_array(const DescribedProblem& problem) {
  val list = val::array();
  for (const std::string& note : notes(problem)) list.call<void>("push", val::u8string(note.c_str()));
  return list;
}

val attention(const val& problem, const val& options) {
  return guard([&] {
    Fields fields(options, "options");
    enum class Precision { single, twofold };
    static constexpr std::string_view precisions[] = {"float", "double"};
    const Precision precision = fields.choice("precision", precisions, Precision::single);
    const std::vector<std::string> wanted = fields.texts("outputs");
    const bool permuted = fields.flag("permuted", false);
    std::optional<ReadPart> part;
    if (fields.has("part")) part = read_part(fields.raw("part"));
    fields.finish();
    if (part && precision == Precision::twofold) throw_invalid("options.part", "nothing for double", "a part");
    const DescribedProblem described = read(problem, permuted, part);
    for (const std::string_view name : {"output", "value"})
      if (std::ranges::find(wanted, name) != wanted.end()) require_values(problem, name);
    const auto answer = [&](const auto& result) {
      val object = attention_object(result, described.shape, wanted);
      object.set("notes", notes_array(described));
      return object;
    };
    if (precision == Precision::twofold) return answer(run_reference(described));
    const bool scores =
        std::ranges::find(wanted, "scores") != wanted.end() || std::ranges::find(wanted, "weights") != wanted.end();
    return answer(run_tiled(described, scores ? ScoreOutputs::scores_and_weights : ScoreOutputs::none));
  });
}

val rotation_object(const Rotation& rotation) {
  val object = val::object();
  object.set("rotary_dim", rotation.rotary_dim);
  object.set("pairing", rotation.pairing == RotaryPairing::half_split ? "half_split" : "interleaved");
  object.set("query_cosine", tensor_object(rotation.query->cosine));
  object.set("query_sine", tensor_object(rotation.query->sine));
  object.set("key_cosine", tensor_object(rotation.key->cosine));
  object.set("key_sine", tensor_object(rotation.key->sine));
  return object;
}

val rows_object(const RelativeRows& relative_rows) {
  val object = val::object();
  if (const auto* difference = std::get_if<DifferenceRows>(&relative_rows)) {
    object.set("query_rows", typed_array(difference->query_rows));
    object.set("key_rows", typed_array(difference->key_rows));
  } else {
    const auto rows = std::get<PairRows>(relative_rows).rows.numbers();
    object.set("pair_rows", typed_array(rows.data(), rows.size()));
  }
  return object;
}

val vectors_object(const RelativeVectors& vectors) {
  val object = val::object();
  object.set("table", tensor_object(vectors.table));
  object.set("row_of", typed_array(vectors.row_of));
  return object;
}

val gated_object(const GatedPositions& gated, double scale) {
  val object = val::object();
  object.set("table", tensor_object(gated.table));
  object.set("factor", gated.scaled == CopeScale::all ? scale : 1.0);
  return object;
}

val visibility_object(const Visibility& visibility) {
  val object = val::object();
  object.set("begin", typed_array(visibility.begin));
  object.set("end", typed_array(visibility.end));
  if (visibility.has_bits()) {
    object.set("words", typed_array(visibility.words));
    object.set("words_per_row", visibility.words_per_row);
  }
  return object;
}

void set_slots(val& object, const PositionPlan& plan, double scale) {
  const auto tensor = [&](const char* name, const auto& slot) {
    if (slot) object.set(name, tensor_object(*slot));
  };
  const auto vectors = [&](const char* name, const std::optional<RelativeVectors>& slot) {
    if (slot) object.set(name, vectors_object(*slot));
  };
  tensor("encoding", plan.input_encoding);
  if (plan.query_scale) object.set("query_scale", typed_array(*plan.query_scale));
  if (plan.rotation) object.set("rotation", rotation_object(*plan.rotation));
  tensor("content_bias", plan.content_bias);
  if (plan.relative_rows) object.set("relative_rows", rows_object(*plan.relative_rows));
  tensor("relative_bias", plan.relative_bias);
  vectors("relative_keys", plan.relative_keys);
  tensor("relative_key_bias", plan.relative_key_bias);
  vectors("relative_queries", plan.relative_queries);
  vectors("relative_values", plan.relative_values);
  if (plan.gated) object.set("gated", gated_object(*plan.gated, scale));
}

val plan(const val& problem, const val& options) {
  return guard([&] {
    Fields fields(options, "options");
    const DescribedProblem described = read(problem, fields.flag("permuted", false));
    fields.finish();
    const PreparedProblem prepared = prepare(described);
    val object = val::object();
    object.set("shape", shape_object(described.shape));
    object.set("scale", described.scale);
    object.set("softcap", described.softcap);
    object.set("query", tensor_object(prepared.tokens.query));
    object.set("key", tensor_object(prepared.tokens.key));
    object.set("value", tensor_object(prepared.tokens.value));
    object.set("visibility", visibility_object(prepared.visibility));
    set_slots(object, prepared.plan, described.scale);
    object.set("notes", notes_array(described));
    if (!prepared.input.empty()) object.set("input", tensor_object(prepared.input));
    return object;
  });
}

val decode_steps(const val& problem, const val& options) {
  return guard([&] {
    Fields fields(options, "options");
    const std::vector<std::string> wanted = fields.texts("outputs");
    fields.finish();
    const DescribedProblem described = read(problem, false);
    require_values(problem, "decoding, which compares outputs");
    const DecodeResult result = decode(described);
    val object = val::object();
    object.set("shape", shape_object(described.shape));
    const auto give = [&](const char* name, const auto& tensor) {
      if (std::ranges::find(wanted, name) != wanted.end()) object.set(name, tensor_object(tensor));
    };
    give("scores", result.scores);
    give("weights", result.weights);
    give("output", result.output);
    object.set("positions", typed_array(described.key_positions));
    object.set("cached_keys", result.storage == KeyStorage::rotated ? "rotated" : "unrotated");
    object.set("cache_bytes", static_cast<double>(result.cache_bytes));
    object.set("max_difference", result.max_difference);
    object.set("notes", notes_array(described));
    return object;
  });
}

Tensor<double, 3> double_tensor(const val& value, const char* name) {
  val holder = val::object();
  holder.set(name, value);
  Fields fields(holder, "");
  return fields.double_tensor(name);
}

val compare(const val& original, const val& permuted, const val& permutation) {
  return guard([&] {
    const Tensor<double, 3> first = double_tensor(original, "original");
    const Tensor<double, 3> second = double_tensor(permuted, "permuted");
    if (first.extents() != second.extents()) throw_invalid("permuted", "the shape of original", "another shape");
    val holder = val::object();
    holder.set("permutation", permutation);
    const std::vector<int> order = Fields(holder, "").integers("permutation");
    validate_permutation(order, static_cast<int>(first.extent(1)));
    const EquivarianceReport report =
        compare_equivariance(std::as_const(first).view(), std::as_const(second).view(), order);
    val object = val::object();
    object.set("reordered", tensor_object(report.reordered));
    object.set("max_difference", report.max_difference);
    object.set("mean_original", tensor_object(report.mean_original));
    object.set("mean_permuted", tensor_object(report.mean_permuted));
    object.set("mean_max_difference", report.mean_max_difference);
    return object;
  });
}

val describe_core() {
  return guard([] {
    val object = val::object();
    object.set("version", val::u8string(POSENC_VERSION));
    object.set("simd", val::u8string(simd_architecture().c_str()));
    object.set("lanes", static_cast<double>(kLanes));
    object.set("compiler", val::u8string(__VERSION__));
    return object;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_core) {
  emscripten::function("describe", &describe_core);
  emscripten::function("attention", &attention);
  emscripten::function("plan", &plan);
  emscripten::function("compare", &compare);
  emscripten::function("decode", &decode_steps);
}

}  // namespace posenc
