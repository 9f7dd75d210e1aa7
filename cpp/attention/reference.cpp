#include "attention/reference.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace posenc {

namespace {

// Rotary, eq. 14: (x, y) -> (x cos a - y sin a, x sin a + y cos a) for each pair, a = position / theta^(2r / d).
void rotate_token(const Rotary& method, int width, double position, double* vector) {
  for (int r = 0; r < width / 2; ++r) {
    const double turn = method.inv_freq.empty() ? 1 / std::pow(method.rope_theta, 2.0 * r / width)
                                                : method.inv_freq[static_cast<std::size_t>(r)];
    const double cosine = std::cos(position * turn), sine = std::sin(position * turn);
    const bool interleaved = method.pairing == RotaryPairing::interleaved;
    double& x = vector[interleaved ? 2 * r : r];
    double& y = vector[interleaved ? 2 * r + 1 : r + width / 2];
    const double turned_x = x * cosine - y * sine;
    y = x * sine + y * cosine;
    x = turned_x;
  }
}

Tensor<double, 3> rotated(const PositionMethod& method, const AttentionShape& shape,
                          TensorView<const double, 3> vectors, std::span<const double> positions) {
  Tensor<double, 3> result(vectors.extents());
  const auto* rotary = std::get_if<Rotary>(&method);
  for (std::size_t h = 0; h < vectors.extent(0); ++h)
    for (std::size_t t = 0; t < vectors.extent(1); ++t) {
      for (std::size_t c = 0; c < vectors.extent(2); ++c) result(h, t, c) = vectors(h, t, c);
      if (rotary) rotate_token(*rotary, rotary_width(*rotary, shape), positions[t], result.row(h, t));
    }
  return result;
}

// ALiBi's slopes as the authors state them: a geometric series that starts at its own ratio 2^(-8/n) for n a power of
// two; else that of the next lower power, then every second one of the next higher power's.
double paper_slope(int head, int heads) {
  int lower_power = 1;
  while (lower_power * 2 <= heads) lower_power *= 2;
  if (head < lower_power) return std::pow(std::pow(2.0, -8.0 / lower_power), head + 1);
  return std::pow(std::pow(2.0, -8.0 / (2 * lower_power)), 2 * (head - lower_power) + 1);
}

double score_bias(const PositionMethod& method, const AttentionShape& shape, int head, double query_position,
                  double key_position) {
  const auto* alibi = std::get_if<Alibi>(&method);
  if (!alibi) return 0;
  const double slope =
      alibi->slopes.empty() ? paper_slope(head, shape.heads) : alibi->slopes[static_cast<std::size_t>(head)];
  const double distance = query_position - key_position;  // the paper's i - j
  return -slope * (alibi->direction == AlibiDirection::symmetric ? std::abs(distance) : distance);
}

// Weights of one query from its scores; all 0 where nothing is visible.
void softmax_row(const double* scores, double* weights, std::size_t keys) {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t j = 0; j < keys; ++j) largest = std::max(largest, scores[j]);
  for (std::size_t j = 0; j < keys; ++j) {
    const bool hidden = std::isinf(scores[j]);
    weights[j] = hidden ? 0 : std::exp(scores[j] - largest);
    sum += weights[j];
  }
  for (std::size_t j = 0; j < keys; ++j) weights[j] = sum > 0 ? weights[j] / sum : 0;
}

}  // namespace

ReferenceResult attention_reference(const ReferenceProblem& problem, const Mask& mask, const PositionMethod& method) {
  const AttentionShape& shape = problem.shape;
  const auto heads = static_cast<std::size_t>(shape.heads), queries = static_cast<std::size_t>(shape.queries),
             keys = static_cast<std::size_t>(shape.keys), head_dim = static_cast<std::size_t>(shape.head_dim),
             value_dim = static_cast<std::size_t>(shape.value_dim);
  ReferenceResult result{Tensor<double, 3>({heads, queries, keys}), Tensor<double, 3>({heads, queries, keys}),
                         Tensor<double, 3>({heads, queries, value_dim}),
                         rotated(method, shape, problem.query, problem.query_positions),
                         rotated(method, shape, problem.key, problem.key_positions)};
  for (std::size_t h = 0; h < heads; ++h) {
    const auto kv = static_cast<std::size_t>(shape.kv_head(static_cast<int>(h)));
    for (std::size_t i = 0; i < queries; ++i) {
      for (std::size_t j = 0; j < keys; ++j) {
        double& score = result.scores(h, i, j);
        score = -std::numeric_limits<double>::infinity();
        if (!is_visible(mask, i, j, problem.query_positions, problem.key_positions)) continue;
        double dot = 0;
        for (std::size_t c = 0; c < head_dim; ++c) dot += result.rotated_query(h, i, c) * result.rotated_key(kv, j, c);
        score = problem.scale * dot;
        if (problem.softcap > 0) score = problem.softcap * std::tanh(score / problem.softcap);
        score += score_bias(method, shape, static_cast<int>(h), problem.query_positions[i], problem.key_positions[j]);
      }
      softmax_row(result.scores.row(h, i), result.weights.row(h, i), keys);
      for (std::size_t j = 0; j < keys; ++j) {
        const double weight = result.weights(h, i, j);
        if (weight == 0) continue;  // a hidden value must not leak, not even as 0 * NaN
        for (std::size_t c = 0; c < value_dim; ++c) result.output(h, i, c) += weight * problem.value(kv, j, c);
      }
    }
  }
  return result;
}

}  // namespace posenc
