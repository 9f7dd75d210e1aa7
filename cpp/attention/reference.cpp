#include "attention/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/reference_rotation.hpp"
#include "attention/reference_terms.hpp"

namespace posenc {

namespace {

constexpr double kHiddenScore = -std::numeric_limits<double>::infinity();

// Su 2021 and Qwen: log of the length so far to the base of the training length; Llama 4, Ministral 3: their code.
double temperature(const QueryScale& query_scale, double position) {
  const double counted = std::max(position, 0.0);
  if (const auto* log_n = std::get_if<LogNScale>(&query_scale)) {
    const double length = log_n->original_max_position_embeddings;
    return counted + 1 > length ? std::log(counted + 1) / std::log(length) : 1;
  }
  if (const auto* llama4 = std::get_if<Llama4Scale>(&query_scale))
    return std::log(std::floor((counted + llama4->offset) / llama4->floor_scale) + 1) * llama4->attn_scale + 1;
  return 1;
}

// Weights of one query from its scores; all 0 where nothing is visible.
void softmax_row(const double* scores, double* weights, std::size_t keys) {
  double largest = kHiddenScore, sum = 0;
  for (std::size_t j = 0; j < keys; ++j) largest = std::max(largest, scores[j]);
  for (std::size_t j = 0; j < keys; ++j) {
    weights[j] = scores[j] == kHiddenScore ? 0 : std::exp(scores[j] - largest);
    sum += weights[j];
  }
  for (std::size_t j = 0; j < keys; ++j) weights[j] = sum > 0 ? weights[j] / sum : 0;
}

}  // namespace

ReferenceResult attention_reference(const ReferenceProblem& problem, const Masks& masks, const PositionMethods& methods,
                                    const QueryScale& query_scale) {
  const AttentionShape& shape = problem.shape;
  const auto heads = static_cast<std::size_t>(shape.heads), queries = static_cast<std::size_t>(shape.queries),
             keys = static_cast<std::size_t>(shape.keys), head_dim = static_cast<std::size_t>(shape.head_dim),
             value_dim = static_cast<std::size_t>(shape.value_dim);
  ReferenceResult result{Tensor<double, 3>({heads, queries, keys}), Tensor<double, 3>({heads, queries, keys}),
                         Tensor<double, 3>({heads, queries, value_dim}),
                         reference_rotation(methods, problem, RotatedSide::query),
                         reference_rotation(methods, problem, RotatedSide::key)};
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < queries; ++i)
      for (std::size_t c = 0; c < head_dim; ++c)
        result.rotated_query(h, i, c) *= temperature(query_scale, problem.query_positions[i]);
  for (std::size_t h = 0; h < heads; ++h) {
    const auto kv = static_cast<std::size_t>(shape.kv_head(static_cast<int>(h)));
    for (std::size_t i = 0; i < queries; ++i) {
      const std::span<const double> query(result.rotated_query.row(h, i), head_dim);
      const std::span<double> scores(result.scores.row(h, i), keys);
      for (std::size_t j = 0; j < keys; ++j) {
        scores[j] = kHiddenScore;
        if (!is_visible(masks, i, j, problem.query_positions, problem.key_positions)) continue;
        scores[j] = 0;
        for (std::size_t c = 0; c < head_dim; ++c) scores[j] += query[c] * result.rotated_key(kv, j, c);
        scores[j] *= problem.scale;
      }
      add_reference_gates(methods, query, problem.scale, scores);
      for (std::size_t j = 0; j < keys; ++j) {
        if (scores[j] == kHiddenScore) continue;
        const ReferencePair pair{static_cast<int>(h),
                                 shape.heads,
                                 problem.query_positions[i],
                                 problem.key_positions[j],
                                 query,
                                 {result.rotated_key.row(kv, j), head_dim},
                                 problem.scale};
        scores[j] += reference_vector_terms(methods, pair);
        if (problem.softcap > 0) scores[j] = problem.softcap * std::tanh(scores[j] / problem.softcap);
        scores[j] += reference_bias(methods, pair);
      }
      softmax_row(scores.data(), result.weights.row(h, i), keys);
      for (std::size_t j = 0; j < keys; ++j) {
        const double weight = result.weights(h, i, j);
        if (weight == 0) continue;  // a hidden value must not leak, not even as 0 * NaN
        const double relative_position = problem.key_positions[j] - problem.query_positions[i];
        for (std::size_t c = 0; c < value_dim; ++c)
          result.output(h, i, c) +=
              weight * (problem.value(kv, j, c) + reference_value_term(methods, relative_position, c));
      }
    }
  }
  return result;
}

}  // namespace posenc
