#include "bindings/read_problem.hpp"

#include <cmath>

#include "analysis/equivariance.hpp"
#include "base/error.hpp"
#include "bindings/fields.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr int kMaxTokens = 4096;
constexpr int kMaxTokenBytes = 256;
constexpr int kMaxModelDim = 4096;
constexpr double kMaxWeights = 0x1p26;

PositionMethod read_method(const val& object) {
  if (object.isUndefined()) return NoPosition{};
  Fields fields(object, "method");
  enum class Kind { none, sinusoidal, alibi, rotary };
  static constexpr std::string_view kinds[] = {"none", "sinusoidal", "alibi", "rotary"};
  PositionMethod method;
  switch (static_cast<Kind>(fields.choose("kind", kinds, std::size(kinds)))) {
    case Kind::none:
      break;
    case Kind::sinusoidal: {
      Sinusoidal sinusoidal;
      sinusoidal.base = fields.number("base", sinusoidal.base);
      method = sinusoidal;
      break;
    }
    case Kind::alibi: {
      static constexpr std::string_view directions[] = {"causal", "symmetric"};
      Alibi alibi;
      alibi.slopes = fields.numbers("slopes");
      alibi.direction = fields.choice("direction", directions, alibi.direction);
      method = alibi;
      break;
    }
    case Kind::rotary: {
      static constexpr std::string_view pairings[] = {"half_split", "interleaved"};
      Rotary rotary;
      rotary.pairing = fields.choice("pairing", pairings, rotary.pairing);
      if (fields.has("rotary_dim")) {
        rotary.rotary_dim = fields.integer("rotary_dim", 0);
        if (rotary.rotary_dim < 2)
          throw_invalid("method.rotary_dim", "an even number from 2", text_of(rotary.rotary_dim));
      }
      rotary.rope_theta = fields.number("rope_theta", rotary.rope_theta);
      rotary.inv_freq = fields.numbers("inv_freq");
      method = rotary;
      break;
    }
  }
  fields.finish();
  return method;
}

BitMask read_bits(Fields& fields) {
  const std::vector<std::string> rows = fields.texts("rows");
  BitMask mask{static_cast<int>(rows.size()), static_cast<int>(rows[0].size()), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string field = concat("mask.rows[", static_cast<int>(i), "]");
    if (rows[i].size() != rows[0].size())
      throw_invalid(field, concat(mask.keys, " digits, as in the first row"),
                    text_of(static_cast<int>(rows[i].size())));
    for (const char digit : rows[i]) {
      if (digit != '0' && digit != '1') throw_invalid(field, "only the digits 0 and 1", concat("\"", rows[i], "\""));
      mask.visible.push_back(digit == '1');
    }
  }
  return mask;
}

Mask read_mask(const val& object) {
  if (object.isUndefined()) return NoMask{};
  Fields fields(object, "mask");
  enum class Kind { none, causal, sliding_window, bits };
  static constexpr std::string_view kinds[] = {"none", "causal", "sliding_window", "bits"};
  Mask mask;
  switch (static_cast<Kind>(fields.choose("kind", kinds, std::size(kinds)))) {
    case Kind::none:
      break;
    case Kind::causal:
      mask = CausalMask{};
      break;
    case Kind::sliding_window:
      if (!fields.has("window")) throw_invalid("mask.window", "a whole number from 1", "nothing");
      mask = SlidingWindowMask{fields.integer("window", 0)};
      break;
    case Kind::bits:
      mask = read_bits(fields);
      break;
  }
  fields.finish();
  return mask;
}

Projections read_projections(Fields& fields, const AttentionShape& shape, int model_dim, std::uint64_t seed) {
  const val value = fields.raw("projections");
  if (value.isUndefined() || value.isString()) {
    enum class Kind { random, identity };
    static constexpr std::string_view kinds[] = {"random", "identity"};
    return fields.choice("projections", kinds, Kind::random) == Kind::random
               ? random_projections(shape, model_dim, seed)
               : identity_projections(shape, model_dim);
  }
  Fields matrices(value, "input.projections");
  Projections projections{matrices.matrix("query"), matrices.matrix("key"), matrices.matrix("value")};
  matrices.finish();
  return projections;
}

// Sizes of a layer; head_dim defaults to model_dim / heads where that is whole.
AttentionShape read_shape(Fields& fields, int tokens, int model_dim) {
  AttentionShape shape;
  shape.queries = shape.keys = tokens;
  shape.heads = fields.integer("heads", 1);
  require_range("input.heads", shape.heads, 1, 1024);
  shape.kv_heads = fields.integer("kv_heads", shape.heads);
  if (!fields.has("head_dim") && model_dim % shape.heads != 0)
    throw_invalid("input.heads", concat("a divisor of model_dim (", model_dim, ") where head_dim is not given"),
                  text_of(shape.heads));
  shape.head_dim = fields.integer("head_dim", model_dim / shape.heads);
  shape.value_dim = fields.integer("value_dim", shape.head_dim);
  validate(shape);
  const double weights = static_cast<double>(shape.heads) * (shape.head_dim + shape.value_dim) * model_dim;
  if (weights > kMaxWeights)
    throw Error(ErrorCode::too_large, concat("input: expected at most ", kMaxWeights, " weights, got ", weights));
  return shape;
}

std::vector<std::string> read_tokens(Fields& fields) {
  std::vector<std::string> tokens = fields.texts("tokens");
  require_range("input.tokens.length", static_cast<double>(tokens.size()), 1, kMaxTokens);
  for (std::size_t t = 0; t < tokens.size(); ++t)
    if (tokens[t].empty() || tokens[t].size() > kMaxTokenBytes)
      throw_invalid(concat("input.tokens[", static_cast<int>(t), "]"),
                    concat("1 to ", kMaxTokenBytes, " bytes of text"),
                    concat(static_cast<int>(tokens[t].size()), " bytes"));
  return tokens;
}

std::uint64_t read_seed(Fields& fields) {
  const int seed = fields.integer("seed", 0);
  require_range("input.seed", seed, 0, 0x7fffffff);
  return static_cast<std::uint64_t>(seed);
}

void read_layer(Fields& fields, LayerInput layer, std::uint64_t seed, DescribedProblem& problem) {
  const int model_dim = static_cast<int>(layer.x.extent(1));
  problem.shape = read_shape(fields, static_cast<int>(layer.x.extent(0)), model_dim);
  layer.projections = read_projections(fields, problem.shape, model_dim, seed);
  problem.input = std::move(layer);
}

void read_tensors(Fields& fields, DescribedProblem& problem) {
  TensorInput tensors{fields.tensor("query"), fields.tensor("key"), {}};
  // Scores alone need no values; one zero per key keeps the rest of the problem whole.
  tensors.value = fields.has("value") ? fields.tensor("value")
                                      : Tensor<float, 3>({tensors.key.extent(0), tensors.key.extent(1), 1});
  const auto size = [](std::size_t extent) { return static_cast<int>(extent); };
  problem.shape = {size(tensors.query.extent(0)), size(tensors.key.extent(0)),   size(tensors.query.extent(1)),
                   size(tensors.key.extent(1)),   size(tensors.query.extent(2)), size(tensors.value.extent(2))};
  validate(problem.shape);
  problem.input = std::move(tensors);
}

void read_input(const val& object, DescribedProblem& problem) {
  Fields fields(object, "input");
  enum class Kind { tokens, embeddings, tensors };
  static constexpr std::string_view kinds[] = {"tokens", "embeddings", "tensors"};
  switch (static_cast<Kind>(fields.choose("kind", kinds, std::size(kinds)))) {
    case Kind::tokens: {
      const std::vector<std::string> tokens = read_tokens(fields);
      const int model_dim = fields.integer("model_dim", 8);
      require_range("input.model_dim", model_dim, 1, kMaxModelDim);
      const std::uint64_t seed = read_seed(fields);
      read_layer(fields, {embed_tokens(tokens, model_dim, seed), {}}, seed, problem);
      break;
    }
    case Kind::embeddings: {
      Tensor<float, 2> embeddings = fields.matrix("embeddings");
      const int model_dim = fields.integer("model_dim", static_cast<int>(embeddings.extent(1)));
      if (model_dim != static_cast<int>(embeddings.extent(1)))
        throw_invalid("input.model_dim",
                      concat("the width of embeddings (", static_cast<int>(embeddings.extent(1)), ")"),
                      text_of(model_dim));
      const std::uint64_t seed = read_seed(fields);
      read_layer(fields, {std::move(embeddings), {}}, seed, problem);
      break;
    }
    case Kind::tensors:
      read_tensors(fields, problem);
      break;
  }
  fields.finish();
}

void read_positions(Fields& fields, DescribedProblem& problem) {
  const bool layer = std::holds_alternative<LayerInput>(problem.input);
  problem.key_positions = fields.numbers("key_positions");
  problem.query_positions = fields.numbers("query_positions");
  // Queries and keys of a layer are the same tokens: one list serves both.
  if (layer && problem.key_positions.empty()) problem.key_positions = problem.query_positions;
  if (problem.key_positions.empty()) problem.key_positions = default_positions(problem.shape.keys, problem.shape.keys);
  if (layer && problem.query_positions.empty()) problem.query_positions = problem.key_positions;
  if (problem.query_positions.empty())
    problem.query_positions = default_positions(problem.shape.queries, problem.shape.keys);
}

}  // namespace

ReadProblem read_problem(const val& object) {
  Fields fields(object, "");
  ReadProblem read;
  if (fields.integer("version", 1) != 1) throw_invalid("version", "1", describe(fields.raw("version")));
  read_input(fields.raw("input"), read.problem);
  read.problem.method = read_method(fields.raw("method"));
  read.problem.mask = read_mask(fields.raw("mask"));
  read_positions(fields, read.problem);
  read.problem.scale = fields.number("scale", 1 / std::sqrt(static_cast<double>(read.problem.shape.head_dim)));
  read.problem.softcap = fields.number("softcap", 0);
  read.permutation = fields.integers("permutation");
  if (read.permutation.empty()) read.permutation = reversal(read.problem.shape.keys);
  read.mask_permutation = fields.flag("permute_mask", false) ? MaskPermutation::with_tokens : MaskPermutation::fixed;
  fields.finish();
  return read;
}

}  // namespace posenc
