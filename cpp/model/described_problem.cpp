#include "model/described_problem.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/equivariance.hpp"
#include "attention/reference.hpp"
#include "attention/rotation.hpp"
#include "attention/tiled.hpp"
#include "base/error.hpp"
#include "model/layer_reference.hpp"
#include "position/lower.hpp"

namespace posenc {

namespace {

constexpr double kMaxBytes = 0x1p30;

void require_memory(const AttentionShape& shape, double bytes_per_pair) {
  const double pairs = static_cast<double>(shape.heads) * shape.queries * shape.keys;
  const double tokens = static_cast<double>(shape.heads) * (shape.queries + shape.keys) *
                        (3.0 * shape.head_dim + 2.0 * shape.value_dim) * sizeof(double);
  const double bytes = pairs * bytes_per_pair + tokens;
  if (bytes <= kMaxBytes) return;
  throw Error(ErrorCode::too_large, concat("input: heads, queries and keys need about ", std::round(bytes / 0x1p20),
                                           " MiB; expected at most ", kMaxBytes / 0x1p20, " MiB"));
}

template <std::size_t Rank>
void require_all_finite(std::string_view field, const Tensor<float, Rank>& tensor) {
  const auto numbers = tensor.numbers();
  for (std::size_t at = 0; at < numbers.size(); ++at)
    if (!std::isfinite(numbers[at])) require_finite(concat(field, ".data[", static_cast<int>(at), "]"), numbers[at]);
}

template <std::size_t Rank>
void require_extents(std::string_view field, const Tensor<float, Rank>& tensor, std::array<int, Rank> expected) {
  std::string want, got;
  bool equal = true;
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    const int extent = static_cast<int>(tensor.extent(axis));
    equal = equal && extent == expected[axis];
    want += concat(axis ? ", " : "[", expected[axis]);
    got += concat(axis ? ", " : "[", extent);
  }
  if (!equal) throw_invalid(field, concat("shape ", want, "]"), concat(got, "]"));
}

// Keys and values that no query sees may be anything: they are never read.
void require_seen_finite(std::string_view field, const Tensor<float, 3>& tensor, const std::vector<bool>& seen) {
  for (std::size_t h = 0; h < tensor.extent(0); ++h)
    for (std::size_t t = 0; t < tensor.extent(1); ++t)
      for (std::size_t c = 0; c < tensor.extent(2); ++c)
        if (seen[t] && !std::isfinite(tensor(h, t, c)))
          require_finite(
              concat(field, ".data[", static_cast<int>((h * tensor.extent(1) + t) * tensor.extent(2) + c), "]"),
              tensor(h, t, c));
}

// Zeros in place of what nobody sees, so that no kernel multiplies a hidden NaN by a weight of 0.
void clear_unseen(Tensor<float, 3>& tensor, const std::vector<bool>& seen) {
  for (std::size_t h = 0; h < tensor.extent(0); ++h)
    for (std::size_t t = 0; t < tensor.extent(1); ++t)
      if (!seen[t]) std::fill_n(tensor.row(h, t), tensor.extent(2), 0.0f);
}

std::vector<bool> seen_keys(const DescribedProblem& problem) {
  return seen_keys(lower(problem.masks, problem.query_positions, problem.key_positions), problem.key_positions.size());
}

void validate_input(const LayerInput& input, const DescribedProblem& problem) {
  const AttentionShape& shape = problem.shape;
  const int model_dim = static_cast<int>(input.x.extent(1));
  require_extents("input.projections.query", input.projections.query, {shape.heads * shape.head_dim, model_dim});
  require_extents("input.projections.key", input.projections.key, {shape.kv_heads * shape.head_dim, model_dim});
  require_extents("input.projections.value", input.projections.value, {shape.kv_heads * shape.value_dim, model_dim});
  require_all_finite("input.embeddings", input.x);
  require_all_finite("input.projections.query", input.projections.query);
  require_all_finite("input.projections.key", input.projections.key);
  require_all_finite("input.projections.value", input.projections.value);
}

void validate_input(const TensorInput& input, const DescribedProblem& problem) {
  const AttentionShape shape = shape_of(problem.computed(), problem.shape);
  require_extents("input.query", input.query, {shape.heads, problem.shape.queries, shape.head_dim});
  require_extents("input.key", input.key, {shape.kv_heads, shape.keys, shape.head_dim});
  require_extents("input.value", input.value, {shape.kv_heads, shape.keys, shape.value_dim});
  require_all_finite("input.query", input.query);
  const std::vector<bool> seen = seen_keys(problem);
  require_seen_finite("input.key", input.key, seen);
  require_seen_finite("input.value", input.value, seen);
}

Tensor<float, 3> rotated(const PreparedProblem& prepared, const Tensor<float, 3>& vectors, bool keys) {
  Tensor<float, 3> result(vectors.extents());
  for (std::size_t h = 0; h < vectors.extent(0); ++h)
    for (std::size_t t = 0; t < vectors.extent(1); ++t)
      (keys ? rotate_key : rotate_query)(prepared.plan, t, vectors.extent(2), vectors.row(h, t), result.row(h, t));
  return result;
}

template <class Real>
void require_no_overflow(const Tensor<Real, 3>& output) {
  for (const Real number : output.numbers())
    if (!std::isfinite(number))
      throw_invalid("input", "numbers whose scores and outputs stay within the range of the engine's numbers",
                    "an overflow");
}

}  // namespace

int DescribedProblem::model_dim() const {
  const auto* layer = std::get_if<LayerInput>(&input);
  return layer ? static_cast<int>(layer->x.extent(1)) : 0;
}

void validate(const DescribedProblem& problem) {
  validate(problem.methods, problem.context());
  validate(problem.masks, problem.shape);
  validate(problem.query_scale);
  validate(problem.computed(), problem.shape);
  std::visit([&](const auto& input) { validate_input(input, problem); }, problem.input);
  if (std::holds_alternative<LayerInput>(problem.input) && problem.query_positions != problem.key_positions)
    throw_invalid("query_positions", "the same as key_positions, because queries and keys are the same tokens",
                  "others");
  require_range("scale", problem.scale, -1e6, 1e6);
  require_range("softcap", problem.softcap, 0, 1e6);
}

DescribedProblem permute(const DescribedProblem& problem, std::span<const int> permutation, MaskPermutation mask) {
  if (problem.shape.queries != problem.shape.keys)
    throw_invalid("input.query", concat("as many queries as keys (", problem.shape.keys, ") to permute tokens"),
                  text_of(problem.shape.queries));
  validate_permutation(permutation, problem.shape.keys);
  DescribedProblem permuted = problem;
  if (mask == MaskPermutation::with_tokens)
    permuted.masks = {permute_mask(problem.masks, permutation, problem.query_positions, problem.key_positions)};
  if (const auto* layer = std::get_if<LayerInput>(&problem.input)) {
    std::get<LayerInput>(permuted.input).x = permute_tokens(layer->x.view(), permutation);
  } else {
    const auto& tensors = std::get<TensorInput>(problem.input);
    permuted.input =
        TensorInput{permute_tokens(tensors.query.view(), permutation), permute_tokens(tensors.key.view(), permutation),
                    permute_tokens(tensors.value.view(), permutation)};
  }
  return permuted;
}

namespace {

ProjectedTokens project_part(const Tensor<float, 2>& x, const Projections& projections,
                             const DescribedProblem& problem) {
  if (!problem.part) return project(x.view(), projections, problem.shape);
  const Part& part = *problem.part;
  return project(cut(x, part.first_query, part.end_query).view(), x.view(), cut(projections, part, problem.shape),
                 shape_of(part, problem.shape));
}

// Tables and visibility of the whole problem, tokens of the part.
PreparedProblem prepare_tokens(const DescribedProblem& problem) {
  PreparedProblem prepared;
  prepared.plan = lower(problem.methods, problem.query_scale, problem.context());
  prepared.visibility = lower(problem.masks, problem.query_positions, problem.key_positions);
  if (const auto* tensors = std::get_if<TensorInput>(&problem.input)) {
    prepared.tokens = {tensors->query, tensors->key, tensors->value};
    const std::vector<bool> seen = seen_keys(prepared.visibility, problem.key_positions.size());
    clear_unseen(prepared.tokens.key, seen);
    clear_unseen(prepared.tokens.value, seen);
    if (problem.part)
      prepared.tokens.query = cut_rows(prepared.tokens.query, problem.part->first_query, problem.part->end_query);
    return prepared;
  }
  const auto& layer = std::get<LayerInput>(problem.input);
  prepared.input = layer.x;
  if (prepared.plan.input_encoding)
    for (std::size_t t = 0; t < layer.x.extent(0); ++t)
      for (std::size_t c = 0; c < layer.x.extent(1); ++c) prepared.input(t, c) += (*prepared.plan.input_encoding)(t, c);
  prepared.tokens = project_part(std::as_const(prepared.input), layer.projections, problem);
  return prepared;
}

}  // namespace

PreparedProblem prepare(const DescribedProblem& problem) {
  validate(problem);
  PreparedProblem prepared = prepare_tokens(problem);
  if (problem.part) {
    cut(prepared.plan, *problem.part);
    cut(prepared.visibility, *problem.part);
  }
  return prepared;
}

AttentionResult<float> run_tiled(const DescribedProblem& problem, ScoreOutputs wanted) {
  const bool with_scores = wanted == ScoreOutputs::scores_and_weights;
  require_memory(problem.shape, with_scores ? 2 * sizeof(float) : 0);
  PreparedProblem prepared = prepare(problem);
  const auto& [input, tokens, plan, visibility] = prepared;
  const Part part = problem.computed();
  const AttentionShape shape = shape_of(part, problem.shape);
  const auto heads = static_cast<std::size_t>(shape.heads);
  const auto queries = static_cast<std::size_t>(shape.queries);
  const auto keys = static_cast<std::size_t>(shape.keys);

  AttentionResult<float> result;
  result.output = Tensor<float, 3>({heads, queries, static_cast<std::size_t>(shape.value_dim)});
  AttentionOutputs outputs{result.output.view(), {}, {}};
  if (with_scores) {
    result.scores = Tensor<float, 3>({heads, queries, keys});
    result.weights = Tensor<float, 3>({heads, queries, keys});
    outputs.scores = result.scores.view();
    outputs.weights = result.weights.view();
  }
  Workspace workspace(shape, plan);
  const auto query_positions =
      std::span(problem.query_positions).subspan(static_cast<std::size_t>(part.first_query), queries);
  attention_tiled({shape, tokens.query.view(), tokens.key.view(), tokens.value.view(), query_positions,
                   problem.key_positions, problem.scale, problem.softcap},
                  plan, visibility, workspace, outputs);
  require_no_overflow(result.output);

  result.rotated_query = rotated(prepared, tokens.query, false);
  if (plan.query_scale)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t c = 0; c < result.rotated_query.extent(2); ++c)
          result.rotated_query(h, i, c) *= (*plan.query_scale)[i];
  result.rotated_key = rotated(prepared, tokens.key, true);
  if (plan.input_encoding) result.encoding = packed<float>(*plan.input_encoding);
  result.input = std::move(prepared.input);
  result.query = std::move(prepared.tokens.query);
  result.key = std::move(prepared.tokens.key);
  result.value = std::move(prepared.tokens.value);
  return result;
}

AttentionResult<double> run_reference(const DescribedProblem& problem) {
  require_memory(problem.shape, 2 * sizeof(double));
  validate(problem);
  AttentionResult<double> result;
  if (const auto* layer = std::get_if<LayerInput>(&problem.input)) {
    LayerReference reference =
        layer_reference(layer->x.view(), layer->projections, problem.shape, problem.key_positions, problem.methods);
    result.encoding = std::move(reference.encoding);
    result.input = std::move(reference.input);
    result.query = std::move(reference.query);
    result.key = std::move(reference.key);
    result.value = std::move(reference.value);
  } else {
    const auto& tensors = std::get<TensorInput>(problem.input);
    result.query = packed<double>(tensors.query);
    result.key = packed<double>(tensors.key);
    result.value = packed<double>(tensors.value);
  }
  const auto const_view = [](const Tensor<double, 3>& tensor) { return tensor.view(); };
  ReferenceResult reference =
      attention_reference({problem.shape, const_view(result.query), const_view(result.key), const_view(result.value),
                           problem.query_positions, problem.key_positions, problem.scale, problem.softcap},
                          problem.masks, problem.methods, problem.query_scale);
  require_no_overflow(reference.output);
  result.scores = std::move(reference.scores);
  result.weights = std::move(reference.weights);
  result.output = std::move(reference.output);
  result.rotated_query = std::move(reference.rotated_query);
  result.rotated_key = std::move(reference.rotated_key);
  return result;
}

}  // namespace posenc
