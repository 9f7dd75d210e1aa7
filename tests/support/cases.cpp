#include "support/cases.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/random.hpp"
#include "position/parameters.hpp"

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

struct NamedMethods {
  std::string name;
  PositionMethods methods;
  bool needs_input = false;
};

// Every method, and the combinations that exist.
std::vector<NamedMethods> methods(const AttentionShape& shape) {
  std::vector<double> slopes, powers;
  for (int h = 0; h < shape.heads; ++h) {
    slopes.push_back(0.3 * (h + 1));
    powers.push_back(0.3 + 0.1 * h);  // the authors keep p within (0, 2]
  }
  const auto alibi = [](AlibiDirection direction) {
    Alibi method;
    method.direction = direction;
    return method;
  };
  std::vector<NamedMethods> list{
      {"none", {}},
      {"alibi", {Alibi{}}},
      {"alibi/symmetric", {alibi(AlibiDirection::symmetric)}},
      {"alibi/slopes", {Alibi{.slopes = slopes}}},
      {"alibi/falcon", {Alibi{.applied = BiasPlace::before_scale}}},
      {"alibi/geometric", {Alibi{.slope_rule = AlibiSlopeRule::geometric, .alibi_bias_max = 16}}},
      {"t5_bias", {T5Bias{}}},
      {"t5_bias/causal",
       {T5Bias{.relative_attention_num_buckets = 8, .relative_attention_max_distance = 20, .bidirectional = false}}},
      {"kerple/log", {Kerple{KerpleForm::logarithmic, powers, slopes}}},
      {"kerple/power", {Kerple{KerpleForm::power, powers, slopes}}},
      {"sandwich", {Sandwich{.dimension = 12}}},
      {"fire", {Fire{.c = 0.2, .threshold = 7}}},
      {"shaw", {Shaw{.max_relative_position = 4}}},
      {"shaw/zero", {Shaw{.max_relative_position = 3, .beyond = BeyondClip::zero, .seed = 3}}},
      {"shaw/keys", {Shaw{.max_relative_position = 2, .with_values = false}}},
      {"transformer_xl", {TransformerXl{}}},
      {"transformer_xl/clamp", {TransformerXl{.clamp_len = 5}}},
      {"deberta", {Deberta{.max_relative_positions = 6}}},
      {"deberta/buckets", {Deberta{.max_relative_positions = 32, .position_buckets = 8}}},
      {"deberta/p2c", {Deberta{.max_relative_positions = 5, .content_to_position = false}}},
      {"cope", {Cope{.positions = 8}}},
      {"cope/content", {Cope{.positions = 5, .scaled = CopeScale::content}}},
      {"learned", {Learned{.rows = 200}}, true},
      {"learned/interpolate", {Learned{.rows = 9, .extension = TableExtension::interpolate}}, true},
      {"learned/hierarchical", {Learned{.rows = 12, .extension = TableExtension::hierarchical}}, true},
      {"sinusoidal", {Sinusoidal{}}, true},
      {"sinusoidal/concatenated", {Sinusoidal{10000, SinusoidalTable::concatenated, 0}}, true},
      {"sinusoidal/tensor2tensor", {Sinusoidal{10000, SinusoidalTable::tensor2tensor, 0}}, true},
      {"sinusoidal/fairseq", {Sinusoidal{10000, SinusoidalTable::fairseq, 2}}, true}};
  if (shape.head_dim % 2 != 0) return list;
  const int part = std::max(2, shape.head_dim / 4 * 2), pairs = shape.head_dim / 2;
  std::vector<double> inv_freq;
  for (int r = 0; r < part / 2; ++r) inv_freq.push_back(1.0 / (1 + r));
  std::vector<std::vector<double>> grid(3);
  for (int t = 0; t < shape.keys; ++t)
    for (int stream = 0; stream < 3; ++stream)
      grid[static_cast<std::size_t>(stream)].push_back(t / (stream + 1) + stream);
  const std::vector<int> sections{pairs - pairs / 3 - pairs / 4, pairs / 3, pairs / 4};
  list.push_back({"rotary", {Rotary{}}});
  list.push_back({"rotary/interleaved", {Rotary{.pairing = RotaryPairing::interleaved}}});
  list.push_back({"rotary/partial", {Rotary{.rotary_dim = part, .rope_theta = 500000}}});
  list.push_back(
      {"rotary/inv_freq", {Rotary{.pairing = RotaryPairing::interleaved, .rotary_dim = part, .inv_freq = inv_freq}}});
  list.push_back({"rotary/proportional", {Rotary{.type = RotaryType::proportional, .partial_rotary_factor = 0.5}}});
  list.push_back(
      {"rotary/xpos",
       {Rotary{.pairing = RotaryPairing::interleaved, .offset = 3, .xpos_scale_base = 512, .xpos_center = 40}}});
  Rotary mrope{.mrope_section = sections, .mrope_layout = StreamLayout::chunked, .streams = grid};
  const bool has_streams = shape.queries <= shape.keys;
  if (!has_streams) mrope.streams.clear();
  list.push_back({"rotary/mrope", {mrope}});
  mrope.mrope_layout = StreamLayout::interleaved;
  mrope.mrope_section = {pairs - (pairs + 1) / 3 - pairs / 3, (pairs + 1) / 3, pairs / 3};
  list.push_back({"rotary/mrope interleaved", {mrope}});
  mrope.mrope_layout = StreamLayout::axial;
  mrope.mrope_section = {pairs - pairs / 2, pairs / 2};
  if (has_streams) mrope.streams.pop_back();
  list.push_back({"rotary/axial", {mrope}});
  if (pairs > 1) {
    std::vector<double> short_factor, long_factor;
    for (int r = 0; r < pairs; ++r) {
      short_factor.push_back(1 + 0.1 * r);
      long_factor.push_back(2 + r);
    }
    const RopeScaling scalings[] = {
        LinearScaling{3},
        NtkScaling{4},
        NtkPerPairScaling{.factor = 4, .mixed_b = 0.6},
        DynamicNtkScaling{.factor = 2, .max_position_embeddings = 16},
        NtkByPartsScaling{.factor = 4, .original_max_position_embeddings = 100},
        YarnScaling{.factor = 4, .original_max_position_embeddings = 64, .mscale = 0.7},
        YarnScaling{.original_max_position_embeddings = 16, .truncate = false, .dynamic = true},
        Llama3Scaling{8, 1, 4, 64},
        LongRopeScaling{.short_factor = short_factor,
                        .long_factor = long_factor,
                        .original_max_position_embeddings = 40,
                        .factor = 8}};
    const char* names[] = {"linear", "ntk",          "ntk_per_pair", "dynamic_ntk", "ntk_by_parts",
                           "yarn",   "yarn/dynamic", "llama3",       "longrope"};
    for (std::size_t index = 0; index < std::size(scalings); ++index)
      list.push_back({concat("rotary/", std::string_view(names[index])),
                      {Rotary{.rope_theta = 100, .scaling = scalings[index], .offset = 1}}});
  }
  list.push_back({"rotary + alibi", {Rotary{}, Alibi{}}});
  list.push_back({"sinusoidal + t5_bias + shaw", {Sinusoidal{}, T5Bias{}, Shaw{.max_relative_position = 2}}, true});
  return list;
}

struct NamedMasks {
  std::string name;
  Masks masks;
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

std::vector<NamedMasks> masks(const AttentionShape& shape, std::uint64_t seed) {
  PaddingMask padding;
  DocumentMask documents;
  for (int t = 0; t < shape.keys; ++t) {
    padding.real.push_back(t >= shape.keys / 3);
    documents.documents.push_back(t / 5);
  }
  std::vector<NamedMasks> list{{"no mask", {}},
                               {"causal", {CausalMask{}}},
                               {"window 2", {SlidingWindowMask{2}}},
                               {"local 3", {LocalMask{3}}},
                               {"chunked 4", {ChunkedMask{4}}},
                               {"prefix 3", {PrefixMask{3}}},
                               {"causal and padding", {CausalMask{}, padding}},
                               {"bits", {holes(shape, seed)}}};
  if (shape.queries <= shape.keys) list.push_back({"documents and window", {documents, SlidingWindowMask{4}}});
  return list;
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

// Gated positions are sums of up to `keys` gates, each off by 2 u (1 + S / 4) (the slope of sigmoid is at most 1 / 4);
// between two rows the term changes by at most twice its bound.
double gate_shift(const DescribedProblem& problem, const AttentionResult<double>& reference, double gated_size) {
  const double score = largest(reference.scores.numbers());
  return 2 * gated_size * 2 * kRounding * (1 + score / 4) * std::sqrt(problem.shape.keys);
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

DescribedProblem with_methods(DescribedProblem problem, const PositionMethods& methods) {
  problem.scale = default_scale(methods, problem.shape);
  problem.methods.clear();
  for (const PositionMethod& method : methods) problem.methods.push_back(with_parameters(method, problem.context()));
  return problem;
}

namespace {

// Two masks for each method and size, another two for the next: every method meets every mask over the sizes.
void add_methods(std::vector<Case>& cases, const Sizes& sizes, std::size_t round, std::uint64_t& seed) {
  const DescribedProblem tensors = tensor_problem(sizes, seed++);
  const bool self_attention = sizes.queries == sizes.keys;
  const DescribedProblem layer = self_attention ? layer_problem(sizes, seed++) : DescribedProblem{};
  const std::vector<NamedMasks> all_masks = masks(tensors.shape, seed++);
  for (const NamedMethods& method : methods(tensors.shape)) {
    ++round;
    if (method.needs_input && !self_attention) continue;
    for (const std::size_t step : {std::size_t{0}, std::size_t{4}}) {
      const NamedMasks& mask = all_masks[(round + step) % all_masks.size()];
      DescribedProblem problem = with_methods(method.needs_input ? layer : tensors, method.methods);
      problem.masks = mask.masks;
      cases.push_back({concat(method.name, ", ", mask.name, ", ", text(sizes)), std::move(problem)});
    }
  }
}

// Gaps, repeats and fractions; a cap; query temperatures.
void add_conditions(std::vector<Case>& cases, const Sizes& sizes, std::uint64_t& seed) {
  const DescribedProblem tensors = tensor_problem(sizes, seed++);
  const bool even = sizes.head_dim % 2 == 0;
  for (const double step : {3.0, 0.37}) {
    Random random(seed++);
    DescribedProblem spread = tensors;
    spread.masks = {CausalMask{}};
    spread_positions(spread, step, random);
    const std::string name = concat(", positions ", step, " apart, ", text(sizes));
    cases.push_back({concat("alibi", name), with_methods(spread, {Alibi{}})});
    cases.push_back({concat("t5_bias", name), with_methods(spread, {T5Bias{}})});
    cases.push_back({concat("transformer_xl", name), with_methods(spread, {TransformerXl{}})});
    if (even) cases.push_back({concat("rotary", name), with_methods(spread, {Rotary{}})});
  }
  DescribedProblem capped = with_methods(tensors, {Alibi{}, Shaw{.max_relative_position = 3}});
  capped.softcap = 1.5;
  cases.push_back({concat("alibi + shaw, softcap, ", text(sizes)), std::move(capped)});
  DescribedProblem tempered = with_methods(tensors, {TransformerXl{}});
  tempered.query_scale = LogNScale{4};
  cases.push_back({concat("transformer_xl, log_n, ", text(sizes)), tempered});
  tempered.query_scale = Llama4Scale{8, 0.1, 0};
  cases.push_back({concat("transformer_xl, llama4, ", text(sizes)), std::move(tempered)});
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  std::uint64_t seed = 1;
  std::size_t round = 0;
  for (const Sizes& sizes : kSizes) {
    add_methods(cases, sizes, round++, seed);
    add_conditions(cases, sizes, seed);
  }
#ifdef POSENC_ASSERTIONS
  // Builds with sanitizers are some twenty times slower. What they look for does not hang on the numbers, so every
  // fourth case serves: each method still meets several sizes and masks.
  std::size_t index = 0;
  std::erase_if(cases, [&](const Case&) { return index++ % 4 != 0; });
#endif
  return cases;
}

namespace {

// The largest Euclidean length of a row of a table that may not be there.
double longest_row(const float* data, std::size_t rows, std::size_t stride, std::size_t width) {
  double found = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::size_t c = 0; c < width; ++c) sum += std::pow(data[row * stride + c], 2);
    found = std::max(found, std::sqrt(sum));
  }
  return found;
}
double longest_row(const std::optional<Tensor<float, 2>>& table) {
  return table ? longest_row(table->numbers().data(), table->extent(0), table->row_stride(), table->extent(1)) : 0;
}
double longest_row(const std::optional<RelativeVectors>& vectors) {
  if (!vectors) return 0;
  const Tensor<float, 3>& table = vectors->table;
  return longest_row(table.numbers().data(), table.extent(0) * table.extent(1), table.row_stride(), table.extent(2));
}

// Bounds of the products that make up one score.
struct ScoreSizes {
  double content;   // scale |q + u| |k|
  double relative;  // scale (|q + v| |K_r| + |k| |Q_r|)
  double gated;     // |q| |e|, scaled as the method says
};

ScoreSizes score_sizes(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const PositionPlan plan = prepare(problem).plan;
  const double scale = std::abs(problem.scale);
  const double query = longest(reference.rotated_query), key = longest(reference.rotated_key);
  double gated = 0;
  if (plan.gated)
    gated = query * longest_row(std::optional(plan.gated->table)) * (plan.gated->scaled == CopeScale::all ? scale : 1);
  return {scale * (query + longest_row(plan.content_bias)) * key,
          scale * ((query + longest_row(plan.relative_key_bias)) * longest_row(plan.relative_keys) +
                   key * longest_row(plan.relative_queries)),
          gated};
}

}  // namespace

double output_tolerance(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const ScoreSizes sizes = score_sizes(problem, reference);
  // Terms that cancel in a score leave the rounding of their own size.
  const double score = largest(reference.scores.numbers()) + sizes.relative + sizes.gated;
  double value = largest(reference.value.numbers());
  for (const PositionMethod& method : problem.methods)
    if (const auto* shaw = std::get_if<Shaw>(&method)) value += largest(packed<double>(shaw->values).numbers());
  const double exact_inputs = 4 * kRounding * (1 + score + std::sqrt(problem.shape.keys)) * value;
  // A score that is off by e moves an output by at most 2 e V, a value by its own error.
  const double shift = score_shift(problem, reference) + gate_shift(problem, reference, sizes.gated);
  return exact_inputs + projection_error(problem, reference) + 2 * value * shift;
}

double score_tolerance(const DescribedProblem& problem, const AttentionResult<double>& reference) {
  const ScoreSizes sizes = score_sizes(problem, reference);
  const double terms = 2 * std::sqrt(problem.shape.head_dim) + 8;
  return kRounding *
             (terms * (sizes.content + sizes.relative + sizes.gated) + 4 * largest(reference.scores.numbers())) +
         score_shift(problem, reference) + gate_shift(problem, reference, sizes.gated);
}

}  // namespace posenc::test
