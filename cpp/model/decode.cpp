#include "model/decode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/tiled.hpp"
#include "base/error.hpp"
#include "position/lower.hpp"

namespace posenc {

namespace {

// Row t of [heads, tokens, width] as [heads, 1, width].
Tensor<float, 3> token_row(const Tensor<float, 3>& all, std::size_t t) {
  Tensor<float, 3> row({all.extent(0), 1, all.extent(2)});
  for (std::size_t h = 0; h < all.extent(0); ++h) std::copy_n(all.row(h, t), all.extent(2), row.row(h, 0));
  return row;
}

// What acts inside attention, for the first `keys` tokens: encodings of the input are in q, k and v already.
PositionMethods methods_of_step(const PositionMethods& methods, std::size_t keys) {
  PositionMethods inside;
  for (PositionMethod method : methods) {
    if (std::holds_alternative<Sinusoidal>(method) || std::holds_alternative<Learned>(method)) continue;
    if (auto* rotary = std::get_if<Rotary>(&method))
      for (auto& stream : rotary->streams) stream.resize(keys);
    inside.push_back(std::move(method));
  }
  return inside;
}

Visibility visibility_of_step(const Visibility& whole, std::size_t t) {
  Visibility step;
  // Only padding may see later slots in the whole (require_decodable); here it sees what is there.
  step.end = {std::min(whole.end[t], static_cast<std::int32_t>(t) + 1)};
  step.begin = {std::min(whole.begin[t], step.end[0])};
  step.words_per_row = whole.words_per_row;
  if (whole.has_bits()) {
    const auto from = whole.words.begin() + static_cast<std::ptrdiff_t>(t) * whole.words_per_row;
    step.words.assign(from, from + whole.words_per_row);
  }
  return step;
}

void require_decodable(const DescribedProblem& problem, const Visibility& visibility) {
  if (problem.shape.queries != problem.shape.keys)
    throw_invalid("input.query", concat("as many queries as keys (", problem.shape.keys, ") to decode token by token"),
                  text_of(problem.shape.queries));
  const std::vector<bool> seen = seen_keys(visibility, visibility.end.size());
  for (std::size_t t = 0; t < visibility.end.size(); ++t)
    if (seen[t] && visibility.end[t] > static_cast<std::int32_t>(t) + 1)
      throw_invalid("mask", "one that hides the future, such as causal: a step knows only the tokens before it",
                    concat("one by which token ", static_cast<int>(t), " sees token ", visibility.end[t] - 1));
}

}  // namespace

DecodeResult decode(const DescribedProblem& problem) {
  const PreparedProblem prepared = prepare(problem);
  require_decodable(problem, prepared.visibility);
  const AttentionResult<float> prefill = run_tiled(problem, ScoreOutputs::none);
  const auto heads = static_cast<std::size_t>(problem.shape.heads);
  const auto tokens = static_cast<std::size_t>(problem.shape.keys);
  const auto value_dim = static_cast<std::size_t>(problem.shape.value_dim);

  DecodeResult result{Tensor<float, 3>({heads, tokens, tokens}),
                      Tensor<float, 3>({heads, tokens, tokens}),
                      Tensor<float, 3>({heads, tokens, value_dim}),
                      0,
                      KeyStorage::rotated,
                      0};
  std::ranges::fill(result.scores.numbers(), -std::numeric_limits<float>::infinity());
  KvCache cache(problem.shape, problem.methods, problem.shape.keys);
  result.storage = cache.storage();
  const std::vector<bool> seen = seen_keys(prepared.visibility, tokens);
  for (std::size_t t = 0; t < tokens; ++t) {
    const Tensor<float, 3> query = token_row(prepared.tokens.query, t), key = token_row(prepared.tokens.key, t),
                           value = token_row(prepared.tokens.value, t);
    cache.append(key.view(), value.view(), problem.key_positions[t], static_cast<int>(t));
    const Tensor<float, 3> keys = cache.keys(), values = cache.values();
    AttentionShape shape = problem.shape;
    shape.queries = 1;
    shape.keys = cache.tokens();
    const std::span<const double> position(&problem.query_positions[t], 1);
    PositionPlan plan = lower(methods_of_step(problem.methods, t + 1), problem.query_scale,
                              {shape, 0, problem.scale, position, cache.positions()});
    if (plan.rotation && cache.storage() == KeyStorage::rotated) plan.rotation->key.reset();
    Workspace workspace(shape, plan);
    Tensor<float, 3> output({heads, 1, value_dim}), scores({heads, 1, t + 1}), weights({heads, 1, t + 1});
    attention_tiled(
        {shape, query.view(), keys.view(), values.view(), position, cache.positions(), problem.scale, problem.softcap},
        plan, visibility_of_step(prepared.visibility, t), workspace, {output.view(), scores.view(), weights.view()});
    for (std::size_t h = 0; h < heads; ++h) {
      std::copy_n(scores.row(h, 0), t + 1, result.scores.row(h, t));
      std::copy_n(weights.row(h, 0), t + 1, result.weights.row(h, t));
      for (std::size_t c = 0; c < value_dim; ++c) {
        result.output(h, t, c) = output(h, 0, c);
        if (!seen[t]) continue;  // what nobody sees is padding: its output means nothing
        const double difference = std::abs(static_cast<double>(output(h, 0, c)) - prefill.output(h, t, c));
        result.max_difference = std::max(result.max_difference, difference);
      }
    }
  }
  result.cache_bytes = cache.bytes();
  return result;
}

}  // namespace posenc
