#include "attention/reference_terms.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posenc {

namespace {

double at(const Tensor<float, 2>& table, int row, std::size_t column) {
  return table(static_cast<std::size_t>(row), column);
}

// ---------------------------------------------------------------- plain biases

template <class Method>
double bias_of(const Method&, const ReferencePair&) {
  return 0;
}

// Press et al. 2022: a geometric series that starts at its own ratio 2^(-bias_max/n) for n a power of two; the authors'
// code takes that of the next lower power, then every second one of the next higher power's.
double paper_slope(const Alibi& method, int head, int heads) {
  const double max = method.alibi_bias_max;
  if (method.slope_rule == AlibiSlopeRule::geometric) return std::pow(std::pow(2.0, -max / heads), head + 1);
  int lower_power = 1;
  while (lower_power * 2 <= heads) lower_power *= 2;
  if (head < lower_power) return std::pow(std::pow(2.0, -max / lower_power), head + 1);
  return std::pow(std::pow(2.0, -max / (2 * lower_power)), 2 * (head - lower_power) + 1);
}

double bias_of(const Alibi& method, const ReferencePair& pair) {
  const double slope = method.slopes.empty() ? paper_slope(method, pair.head, pair.heads)
                                             : method.slopes[static_cast<std::size_t>(pair.head)];
  const double distance = pair.query_position - pair.key_position;  // the paper's i - j
  const double bias = -slope * (method.direction == AlibiDirection::symmetric ? std::abs(distance) : distance);
  return method.applied == BiasPlace::before_scale ? pair.scale * bias : bias;
}

// Raffel et al. 2020: exact buckets, then bucket starts that grow geometrically up to the maximum distance.
double bias_of(const T5Bias& method, const ReferencePair& pair) {
  const double relative = pair.key_position - pair.query_position;
  int buckets = method.relative_attention_num_buckets, first = 0;
  double distance = relative < 0 ? -relative : 0;
  if (method.bidirectional) {
    buckets = buckets / 2;
    first = relative > 0 ? buckets : 0;
    distance = std::abs(relative);
  }
  const int exact = buckets / 2;
  int bucket = static_cast<int>(std::min(distance, static_cast<double>(exact)));
  const double ratio = static_cast<double>(method.relative_attention_max_distance) / exact;
  while (bucket >= exact && bucket + 1 < buckets) {
    const double next_start = exact * std::pow(ratio, static_cast<double>(bucket + 1 - exact) / (buckets - exact));
    if (distance < next_start * (1 - 1e-12)) break;
    ++bucket;
  }
  return at(method.table, first + bucket, static_cast<std::size_t>(pair.head));
}

// Chi et al. 2022, eq. 5 and 6.
double bias_of(const Kerple& method, const ReferencePair& pair) {
  const double r1 = method.p[static_cast<std::size_t>(pair.head)], r2 = method.a[static_cast<std::size_t>(pair.head)];
  const double distance = std::max(0.0, pair.query_position - pair.key_position);
  if (method.form == KerpleForm::logarithmic) return -r1 * std::log(1 + r2 * distance);
  return -r2 * std::pow(distance, r1);
}

// Chi et al. 2023, section 4: the inner product of two sinusoids, less its largest value, over 8 h / heads.
double bias_of(const Sandwich& method, const ReferencePair& pair) {
  const double distance = std::max(0.0, pair.query_position - pair.key_position);
  double sum = 0;
  for (int i = 1; i <= method.dimension / 2; ++i)
    sum += std::cos(distance / std::pow(10000.0, 2.0 * i / method.dimension)) - 1;
  return sum / (8.0 * (pair.head + 1) / pair.heads);
}

// Li et al. 2024, eq. 5, with psi(x) = log(c x + 1) and progressive interpolation by max(i, L).
double bias_of(const Fire& method, const ReferencePair& pair) {
  const double distance = pair.query_position - pair.key_position;
  const double above = std::log(std::abs(method.c * distance) + 1);
  const double below = std::log(std::abs(method.c * std::max(pair.query_position, method.threshold)) + 1);
  const double x = above / below;
  double y = method.output_bias[static_cast<std::size_t>(pair.head)];
  for (std::size_t unit = 0; unit < method.hidden_weight.size(); ++unit) {
    const double hidden = method.hidden_weight[unit] * x + method.hidden_bias[unit];
    if (hidden > 0) y += hidden * at(method.output_weight, pair.head, unit);
  }
  return y;
}

// ---------------------------------------------------------------- terms with q or k

template <class Method>
double vector_term(const Method&, const ReferencePair&) {
  return 0;
}

// Row of Shaw's tables; -1 for none.
int shaw_row(const Shaw& method, double relative_position) {
  const int clip = method.max_relative_position;
  if (relative_position > clip) return method.beyond == BeyondClip::clip ? 2 * clip : -1;
  if (relative_position < -clip) return method.beyond == BeyondClip::clip ? 0 : -1;
  return static_cast<int>(relative_position) + clip;
}

// Shaw et al. 2018, eq. 4: q (k + a^K) splits into q·k and q·a^K.
double vector_term(const Shaw& method, const ReferencePair& pair) {
  const int row = shaw_row(method, pair.key_position - pair.query_position);
  if (!method.with_keys || row < 0) return 0;
  double sum = 0;
  for (std::size_t c = 0; c < pair.query.size(); ++c) sum += pair.query[c] * at(method.keys, row, c);
  return pair.scale * sum;
}

// Dai et al. 2019, section 3.3: (a) q·k stands in the caller; here (b) q·WR, (c) u·k and (d) v·WR.
double vector_term(const TransformerXl& method, const ReferencePair& pair) {
  double distance = pair.query_position - pair.key_position;
  if (method.clamp_len > 0) distance = std::clamp(distance, -1.0 * method.clamp_len, 1.0 * method.clamp_len);
  const std::size_t width = method.projection.extent(1), sines = (width + 1) / 2;
  std::vector<double> waves;
  for (std::size_t w = 0; w < width; ++w) {
    const double wave = static_cast<double>(w < sines ? w : w - sines);
    const double angle = distance / std::pow(10000.0, 2 * wave / static_cast<double>(width));
    waves.push_back(w < sines ? std::sin(angle) : std::cos(angle));
  }
  double sum = 0;
  for (std::size_t c = 0; c < pair.query.size(); ++c) {
    const std::size_t out = static_cast<std::size_t>(pair.head) * pair.query.size() + c;
    double projected = 0;
    for (std::size_t w = 0; w < width; ++w) projected += static_cast<double>(method.projection(out, w)) * waves[w];
    sum += (pair.query[c] + at(method.v, pair.head, c)) * projected + at(method.u, pair.head, c) * pair.key[c];
  }
  return pair.scale * sum;
}

// He et al. 2021, released code: log buckets by ceil, one row for both terms.
int deberta_table_row(const Deberta& method, double distance) {
  double bucket = distance;
  const double mid = method.position_buckets / 2, size = std::abs(distance);  // an integer division, as there
  if (method.position_buckets > 0 && size > mid) {
    const double ratio = (method.max_relative_positions - 1) / mid;
    int step = 0;  // the smallest with mid * ratio^(step / (mid - 1)) >= size
    while (mid * std::pow(ratio, step / (mid - 1)) < size * (1 - 1e-12)) ++step;
    bucket = (distance > 0 ? 1 : -1) * (mid + step);
  }
  const int span = method.position_buckets > 0 ? method.position_buckets : method.max_relative_positions;
  return static_cast<int>(std::min(std::max(bucket + span, 0.0), 2.0 * span - 1));
}

double vector_term(const Deberta& method, const ReferencePair& pair) {
  const int row = deberta_table_row(method, pair.query_position - pair.key_position);
  double sum = 0;
  for (std::size_t c = 0; c < pair.query.size(); ++c) {
    const std::size_t column = static_cast<std::size_t>(pair.head) * pair.query.size() + c;
    if (method.content_to_position) sum += pair.query[c] * at(method.position_keys, row, column);
    if (method.position_to_content) sum += pair.key[c] * at(method.position_queries, row, column);
  }
  return pair.scale * sum;
}

}  // namespace

double reference_vector_terms(const PositionMethods& methods, const ReferencePair& pair) {
  double sum = 0;
  for (const PositionMethod& method : methods)
    sum += std::visit([&](const auto& kind) { return vector_term(kind, pair); }, method);
  return sum;
}

double reference_bias(const PositionMethods& methods, const ReferencePair& pair) {
  double sum = 0;
  for (const PositionMethod& method : methods)
    sum += std::visit([&](const auto& kind) { return bias_of(kind, pair); }, method);
  return sum;
}

void add_reference_gates(const PositionMethods& methods, std::span<const double> query, double scale,
                         std::span<double> scores) {
  for (const PositionMethod& method : methods) {
    const auto* cope = std::get_if<Cope>(&method);
    if (!cope) continue;
    // Golovneva et al. 2024, eq. 3-5: gates, their sum from key j to the query, interpolated embeddings.
    std::vector<double> gates;
    for (const double score : scores) gates.push_back(std::isinf(score) ? 0 : 1 / (1 + std::exp(-score)));
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (std::isinf(scores[j])) continue;
      double position = 0;
      for (std::size_t l = j; l < gates.size(); ++l) position += gates[l];
      position = std::min(position, static_cast<double>(cope->table.extent(0) - 1));
      const double below = std::floor(position), above = std::ceil(position), share = position - below;
      double term = 0;
      for (std::size_t c = 0; c < query.size(); ++c)
        term += query[c] * ((1 - share) * at(cope->table, static_cast<int>(below), c) +
                            share * at(cope->table, static_cast<int>(above), c));
      scores[j] += cope->scaled == CopeScale::all ? scale * term : term;
    }
  }
}

double reference_value_term(const PositionMethods& methods, double relative_position, std::size_t channel) {
  double sum = 0;
  for (const PositionMethod& method : methods) {
    const auto* shaw = std::get_if<Shaw>(&method);
    if (!shaw || !shaw->with_values) continue;
    const int row = shaw_row(*shaw, relative_position);
    if (row >= 0) sum += at(shaw->values, row, channel);
  }
  return sum;
}

}  // namespace posenc
