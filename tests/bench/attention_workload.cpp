#include "bench/attention_workload.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "attention/reference.hpp"
#include "base/random.hpp"
#include "position/lower.hpp"
#include "position/parameters.hpp"

namespace posenc::bench {

namespace {

Tensor<float, 3> uniform(int heads, const Sizes& sizes, std::uint64_t seed) {
  Random random(seed);
  Tensor<float, 3> tensor({static_cast<std::size_t>(heads), static_cast<std::size_t>(sizes.tokens),
                           static_cast<std::size_t>(sizes.head_dim)});
  for (float& number : tensor.numbers()) number = static_cast<float>(random.uniform(-2, 2));
  return tensor;
}

// Of Transformer-XL, so that the vectors that it makes of sinusoids lie about where queries and keys do.
Tensor<float, 2> projection(const Sizes& sizes) {
  const auto width = static_cast<std::size_t>(sizes.heads * sizes.head_dim);
  Random random(4);
  Tensor<float, 2> matrix({width, width});
  const double size = 2 / std::sqrt(static_cast<double>(width));
  for (float& number : matrix.numbers()) number = static_cast<float>(random.uniform(-size, size));
  return matrix;
}

std::vector<double> whole_numbers(int count) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

PositionContext context_of(const AttentionShape& shape, const std::vector<double>& positions, double scale) {
  return {shape, 0, scale, positions, positions};
}

PositionMethods complete(const PositionMethods& methods, const PositionContext& context) {
  PositionMethods completed;
  for (const PositionMethod& method : methods) completed.push_back(with_parameters(method, context));
  return completed;
}

}  // namespace

PositionMethods methods_named(const std::string& name, const Sizes& sizes) {
  if (name == "none") return {};
  // The slopes of causal attention reward the future where nothing hides it: nobody runs them so.
  if (name == "alibi") return {Alibi{.direction = sizes.causal ? AlibiDirection::causal : AlibiDirection::symmetric}};
  if (name == "alibi_flat") return {Alibi{.slopes = std::vector<double>(static_cast<std::size_t>(sizes.heads), 1e-6)}};
  if (name == "t5_bias") return {T5Bias{.bidirectional = !sizes.causal}};
  if (name == "rotary") return {Rotary{}};
  if (name == "shaw") return {Shaw{}};
  if (name == "transformer_xl") return {TransformerXl{.projection = projection(sizes)}};
  throw std::invalid_argument("there is no method '" + name + "' to time");
}

AttentionWorkload::AttentionWorkload(const Sizes& sizes, const PositionMethods& methods)
    : sizes_(sizes),
      shape_{sizes.heads, sizes.kv_heads, sizes.tokens, sizes.tokens, sizes.head_dim, sizes.head_dim},
      query_(uniform(sizes.heads, sizes, 1)),
      key_(uniform(sizes.kv_heads, sizes, 2)),
      value_(uniform(sizes.kv_heads, sizes, 3)),
      output_(query_.extents()),
      positions_(whole_numbers(sizes.tokens)),
      scale_(1 / std::sqrt(sizes.head_dim)),
      masks_(sizes.causal ? Masks{CausalMask{}} : Masks{}),
      methods_(complete(methods, context_of(shape_, positions_, scale_))),
      plan_(lower(methods_, NoQueryScale{}, context_of(shape_, positions_, scale_))),
      visibility_(lower(masks_, positions_, positions_)),
      workspace_(shape_, plan_) {}

AttentionProblem AttentionWorkload::problem() const {
  return {shape_, query_.view(), key_.view(), value_.view(), positions_, positions_, scale_, 0};
}

void AttentionWorkload::run() {
  attention_tiled(problem(), plan_, visibility_, workspace_, {output_.view(), {}, {}});
}

std::size_t AttentionWorkload::bytes() const {
  return workspace_.bytes() + (visibility_.begin.size() + visibility_.end.size()) * sizeof(std::int32_t) +
         visibility_.words.size() * sizeof(std::uint32_t);
}

const float* AttentionWorkload::numbers(Numbers which) const {
  const Tensor<float, 3>* const tensors[] = {&query_, &key_, &value_, &output_};
  return tensors[static_cast<int>(which)]->numbers().data();
}

double AttentionWorkload::error() const {
  const auto query = packed<double>(query_), key = packed<double>(key_), value = packed<double>(value_);
  const ReferenceProblem problem{shape_, query.view(), key.view(), value.view(), positions_, positions_, scale_, 0};
  const ReferenceResult exact = attention_reference(problem, masks_, methods_, NoQueryScale{});
  double largest = 0;
  for (std::size_t at = 0; at < output_.numbers().size(); ++at)
    largest = std::max(largest, std::abs(output_.numbers()[at] - exact.output.numbers()[at]));
  return largest;
}

}  // namespace posenc::bench
