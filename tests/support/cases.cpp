#include "support/cases.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"

namespace posenc::test {

namespace {

constexpr double kRounding = 0x1p-24;

Tensor<float, 3> uniform(std::array<int, 3> extents, Random& random) {
  Tensor<float, 3> tensor({static_cast<std::size_t>(extents[0]), static_cast<std::size_t>(extents[1]),
                           static_cast<std::size_t>(extents[2])});
  for (float& number : tensor.numbers()) number = static_cast<float>(random.uniform(-2, 2));
  return tensor;
}

DescribedProblem sized(const Sizes& sizes) {
  DescribedProblem problem;
  problem.shape = {sizes.heads, sizes.kv_heads, sizes.queries, sizes.keys, sizes.head_dim, sizes.value_dim};
  problem.query_positions = default_positions(sizes.queries, sizes.keys);
  problem.key_positions = default_positions(sizes.keys, sizes.keys);
  problem.scale = 1 / std::sqrt(static_cast<double>(sizes.head_dim));
  return problem;
}

struct NamedMethod {
  std::string name;
  PositionMethod method;
};

std::vector<NamedMethod> methods(const AttentionShape& shape) {
  std::vector<NamedMethod> list{
      {"none", NoPosition{}}, {"alibi", Alibi{}}, {"alibi/symmetric", Alibi{{}, AlibiDirection::symmetric}}};
  std::vector<double> slopes;
  for (int h = 0; h < shape.heads; ++h) slopes.push_back(0.3 * (h + 1));
  list.push_back({"alibi/slopes", Alibi{slopes, AlibiDirection::causal}});
  if (shape.head_dim % 2 != 0) return list;
  list.push_back({"rotary", Rotary{}});
  list.push_back({"rotary/interleaved", Rotary{RotaryPairing::interleaved, 0, 10000, {}}});
  const int part = std::max(2, shape.head_dim / 4 * 2);
  list.push_back({"rotary/partial", Rotary{RotaryPairing::half_split, part, 500000, {}}});
  std::vector<double> inv_freq;
  for (int r = 0; r < part / 2; ++r) inv_freq.push_back(1.0 / (1 + r));
  list.push_back({"rotary/inv_freq", Rotary{RotaryPairing::interleaved, part, 10000, inv_freq}});
  return list;
}

struct NamedMask {
  std::string name;
  Mask mask;
};

// A random mask in which the first query sees nothing and the last everything.
BitMask holes(const AttentionShape& shape, std::uint64_t seed) {
  Random random(seed);
  BitMask mask{shape.queries, shape.keys, {}};
  for (int i = 0; i < shape.queries; ++i)
    for (int j = 0; j < shape.keys; ++j)
      mask.visible.push_back(i > 0 && (i == shape.queries - 1 || random.uniform() < 0.5));
  return mask;
}

std::vector<NamedMask> masks(const AttentionShape& shape, std::uint64_t seed) {
  return {{"no mask", NoMask{}},
          {"causal", CausalMask{}},
          {"window 2", SlidingWindowMask{2}},
          {"bits", holes(shape, seed)}};
}

std::string text(const Sizes& sizes) {
  return concat("heads ", sizes.heads, ":", sizes.kv_heads, " queries ", sizes.queries, " keys ", sizes.keys,
                " head_dim ", sizes.head_dim, " value_dim ", sizes.value_dim);
}

// Tokens 1, 2, 3, around a panel and around a tile; widths around registers; head counts that are no power of two.
constexpr Sizes kSizes[] = {{1, 1, 1, 1, 2, 2},     {1, 1, 2, 2, 6, 6},       {3, 1, 3, 3, 8, 8},
                            {3, 3, 5, 5, 16, 18},   {12, 1, 17, 17, 18, 16},  {12, 12, 63, 63, 2, 8},
                            {3, 1, 64, 64, 64, 64}, {1, 1, 65, 65, 128, 128}, {2, 1, 130, 130, 16, 6},
                            {1, 1, 1, 130, 64, 64}, {3, 3, 4, 65, 8, 3},      {2, 2, 7, 3, 18, 18},
                            {1, 1, 3, 5, 1, 1},     {2, 1, 9, 9, 7, 5}};

void spread_positions(DescribedProblem& problem, double step, Random& random) {
  double position = -7;
  for (double& key : problem.key_positions) key = position += step * (1 + random.below(3));
  for (std::size_t i = 0; i < problem.query_positions.size(); ++i)
    problem.query_positions[i] = problem.key_positions[i % problem.key_positions.size()] + step;
  std::reverse(problem.key_positions.begin(), problem.key_positions.end());
}

double largest(std::span<const double> numbers) {
  double found = 0;
  for (const double number : numbers)
    if (std::isfinite(number)) found = std::max(found, std::abs(number));
  return found;
}

// The largest Euclidean length of a vector along the last axis.
double longest(const Tensor<double, 3>& vectors) {
  double found = 0;
  for (std::size_t h = 0; h < vectors.extent(0); ++h)
    for (std::size_t t = 0; t < vectors.extent(1); ++t) {
      double sum = 0;
      for (std::size_t c = 0; c < vectors.extent(2); ++c) sum += vectors(h, t, c) * vectors(h, t, c);
      found = std::max(found, std::sqrt(sum));
    }
  return found;
}

double largest_sum_of_products(const Tensor<double, 2>& x, const Tensor<float, 2>& weights) {
  double found = 0;
  for (std::size_t t = 0; t < x.extent(0); ++t)
    for (std::size_t out = 0; out < weights.extent(0); ++out) {
      double sum = 0;
      for (std::size_t in = 0; in < x.extent(1); ++in)
        sum += std::abs(x(t, in) * static_cast<double>(weights(out, in)));
      found = std::max(found, sum);
    }
  return found;
}

// What one projected number may be off by: sqrt(n) u Σ |x w| for n terms (Higham, Mary 2019, with their constant 1).
double projection_error(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const auto* layer = std::get_if<LayerInput>(&problem.input);
  if (!layer) return 0;
  double sum = 0;
  for (const auto* matrix : {&layer->projections.query, &layer->projections.key, &layer->projections.value})
    sum = std::max(sum, largest_sum_of_products(reference.input, *matrix));
  return std::sqrt(problem.model_dim()) * kRounding * sum;
}

// What such an error in q and k does to a score: independent from channel to channel.
double score_shift(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const double size = largest(reference.query.numbers()) + largest(reference.key.numbers());
  return projection_error(problem, reference) * std::abs(problem.scale) * std::sqrt(problem.shape.head_dim) * size;
}

}  // namespace

DescribedProblem tensor_problem(const Sizes& sizes, std::uint64_t seed) {
  Random random(seed);
  DescribedProblem problem = sized(sizes);
  TensorInput input;
  input.query = uniform({sizes.heads, sizes.queries, sizes.head_dim}, random);
  input.key = uniform({sizes.kv_heads, sizes.keys, sizes.head_dim}, random);
  input.value = uniform({sizes.kv_heads, sizes.keys, sizes.value_dim}, random);
  problem.input = std::move(input);
  return problem;
}

DescribedProblem layer_problem(const Sizes& sizes, std::uint64_t seed) {
  DescribedProblem problem = sized(sizes);
  const int model_dim = sizes.heads * sizes.head_dim;
  std::vector<std::string> tokens;
  for (int t = 0; t < sizes.keys; ++t) tokens.push_back(concat("word", t % 7));
  problem.input = LayerInput{embed_tokens(tokens, model_dim, seed), random_projections(problem.shape, model_dim, seed)};
  return problem;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  std::uint64_t seed = 1;
  const auto add = [&](std::string name, DescribedProblem problem) {
    cases.push_back({std::move(name), std::move(problem)});
  };
  for (const Sizes& sizes : kSizes) {
    const DescribedProblem plain = tensor_problem(sizes, seed++);
    for (const NamedMethod& method : methods(plain.shape))
      for (const NamedMask& mask : masks(plain.shape, seed++)) {
        DescribedProblem problem = plain;
        problem.method = method.method;
        problem.mask = mask.mask;
        add(concat(method.name, ", ", mask.name, ", ", text(sizes)), std::move(problem));
      }
    for (const double step : {3.0, 0.37}) {
      Random random(seed++);
      DescribedProblem problem = plain;
      problem.method = Alibi{};
      problem.mask = CausalMask{};
      spread_positions(problem, step, random);
      add(concat("alibi, causal, positions ", step, " apart, ", text(sizes)), problem);
      if (sizes.head_dim % 2 != 0) continue;
      problem.method = Rotary{};
      add(concat("rotary, causal, positions ", step, " apart, ", text(sizes)), std::move(problem));
    }
    DescribedProblem capped = plain;
    capped.method = Alibi{};
    capped.softcap = 1.5;
    add(concat("alibi, softcap, ", text(sizes)), std::move(capped));
    if (sizes.queries != sizes.keys || sizes.heads * sizes.head_dim % 2 != 0) continue;
    for (const NamedMask& mask : masks(plain.shape, seed++)) {
      DescribedProblem problem = layer_problem(sizes, seed++);
      problem.method = Sinusoidal{};
      problem.mask = mask.mask;
      add(concat("sinusoidal, ", mask.name, ", ", text(sizes)), std::move(problem));
    }
  }
  return cases;
}

double output_tolerance(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const double score = largest(reference.scores.numbers()), value = largest(reference.value.numbers());
  const double exact_inputs = 4 * kRounding * (1 + score + std::sqrt(problem.shape.keys)) * value;
  // A score that is off by e moves an output by at most 2 e V, a value by its own error.
  return exact_inputs + projection_error(problem, reference) + 2 * value * score_shift(problem, reference);
}

double score_tolerance(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const double lengths = longest(reference.rotated_query) * longest(reference.rotated_key);
  const double terms = 2 * std::sqrt(problem.shape.head_dim) + 8;
  return kRounding * (terms * std::abs(problem.scale) * lengths + 4 * largest(reference.scores.numbers())) +
         score_shift(problem, reference);
}

}  // namespace posenc::test
