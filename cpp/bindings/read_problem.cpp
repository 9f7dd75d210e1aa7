#include "bindings/read_problem.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/equivariance.hpp"
#include "base/error.hpp"
#include "bindings/fields.hpp"
#include "bindings/read_mask.hpp"
#include "bindings/read_method.hpp"
#include "position/parameters.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr int kMaxTokens = 4096;
constexpr int kMaxTokenBytes = 256;
constexpr int kMaxModelDim = 4096;
constexpr double kMaxWeights = 0x1p26;

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

void read_tensors(Fields& fields, const std::optional<ReadPart>& part, DescribedProblem& problem) {
  TensorInput tensors{fields.tensor("query"), fields.tensor("key"), {}};
  // Scores alone need no values; one zero per key keeps the rest of the problem whole (bind_core gives none of it
  // away).
  tensors.value = fields.has("value") ? fields.tensor("value")
                                      : Tensor<float, 3>({tensors.key.extent(0), tensors.key.extent(1), 1});
  const auto size = [](std::size_t extent) { return static_cast<int>(extent); };
  problem.shape = {size(tensors.query.extent(0)), size(tensors.key.extent(0)),   size(tensors.query.extent(1)),
                   size(tensors.key.extent(1)),   size(tensors.query.extent(2)), size(tensors.value.extent(2))};
  if (part) {
    problem.shape.heads = part->heads;
    problem.shape.kv_heads = part->kv_heads;
  }
  validate(problem.shape);
  problem.input = std::move(tensors);
}

void read_input(const val& object, const std::optional<ReadPart>& part, DescribedProblem& problem) {
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
      read_tensors(fields, part, problem);
      break;
  }
  fields.finish();
}

void read_positions(Fields& fields, DescribedProblem& problem) {
  const bool layer = std::holds_alternative<LayerInput>(problem.input);
  static constexpr std::string_view rules[] = {"slots", "real_tokens", "documents"};
  const PositionRule rule = fields.choice("position_rule", rules, PositionRule::slots);
  problem.key_positions = fields.numbers("key_positions");
  problem.query_positions = fields.numbers("query_positions");
  // Queries and keys of a layer are the same tokens: one list serves both.
  if (layer && problem.key_positions.empty()) problem.key_positions = problem.query_positions;
  if (problem.key_positions.empty()) {
    // Rules count what the masks describe, so these must fit first.
    validate(problem.masks, problem.shape);
    problem.key_positions = positions_by_rule(rule, problem.masks, problem.shape.keys);
  }
  if (layer && problem.query_positions.empty()) problem.query_positions = problem.key_positions;
  if (!problem.query_positions.empty()) return;
  problem.query_positions = default_positions(problem.shape.queries, problem.shape.keys);
  // Queries are the last of the keys, by whatever rule these are counted.
  if (rule != PositionRule::slots && problem.shape.queries <= problem.shape.keys)
    problem.query_positions.assign(problem.key_positions.end() - problem.shape.queries, problem.key_positions.end());
}

// T5 and DeBERTa each bring their own; together neither is right.
void require_one_default_scale(const PositionMethods& methods, bool given) {
  const auto has = [&](auto kind) {
    return std::ranges::any_of(
        methods, [](const PositionMethod& method) { return std::holds_alternative<decltype(kind)>(method); });
  };
  if (!given && has(T5Bias{}) && has(Deberta{}))
    throw_invalid("scale", "a number where t5_bias and deberta act together, because each has its own default",
                  "nothing");
}

}  // namespace

ReadPart read_part(const val& object) {
  Fields fields(object, "options.part");
  const auto range = [&](const char* name) {
    const std::vector<int> cuts = fields.integers(name);
    if (cuts.size() != 2) throw_invalid(fields.path_of(name), "[first, end]", describe(fields.raw(name)));
    return std::pair(cuts[0], cuts[1]);
  };
  const auto [first_head, end_head] = range("heads");
  const auto [first_query, end_query] = range("queries");
  const ReadPart read{{first_head, end_head, first_query, end_query},
                      fields.needed_integer("all_heads", 1, 1024),
                      fields.needed_integer("all_kv_heads", 1, 1024)};
  fields.finish();
  return read;
}

ReadProblem read_problem(const val& object, const std::optional<ReadPart>& part) {
  Fields fields(object, "");
  ReadProblem read;
  DescribedProblem& problem = read.problem;
  if (fields.integer("version", 1) != 1) throw_invalid("version", "1", describe(fields.raw("version")));
  read_input(fields.raw("input"), part, problem);
  if (part) problem.part = part->part;
  problem.masks = read_masks(fields.raw("mask"));
  read_positions(fields, problem);
  const int layer = fields.integer("layer", 0);
  require_range("layer", layer, 0, 1 << 20);
  const PositionMethods methods = read_methods(fields.raw("method"), layer);
  problem.query_scale = read_query_scale(fields.raw("query_scale"));
  require_one_default_scale(methods, fields.has("scale"));
  problem.scale = fields.number("scale", default_scale(methods, problem.shape));
  problem.softcap = fields.number("softcap", 0);
  validate(methods, problem.context());
  for (const PositionMethod& method : methods) problem.methods.push_back(with_parameters(method, problem.context()));
  read.permutation = fields.integers("permutation");
  if (read.permutation.empty()) read.permutation = reversal(problem.shape.keys);
  read.mask_permutation = fields.flag("permute_mask", false) ? MaskPermutation::with_tokens : MaskPermutation::fixed;
  fields.finish();
  return read;
}

}  // namespace posenc
