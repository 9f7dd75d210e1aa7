#include "attention/kv_cache.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "attention/rotation.hpp"
#include "base/error.hpp"
#include "model/decode.hpp"
#include "position/rope_frequencies.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

const AttentionShape kShape{1, 1, 1, 1, 8, 4};

Tensor<float, 3> filled(std::size_t width, float number) {
  Tensor<float, 3> row({1, 1, width});
  for (std::size_t c = 0; c < width; ++c) row(0, 0, c) = number + static_cast<float>(c);
  return row;
}

KvCache cache_with(const PositionMethods& methods, const std::vector<double>& positions) {
  KvCache cache(kShape, methods, 8);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const auto key = filled(8, static_cast<float>(t)), value = filled(4, 10 * static_cast<float>(t));
    cache.append(key.view(), value.view(), positions[t], static_cast<int>(t));
  }
  return cache;
}

bool hides_the_future(const DescribedProblem& problem) {
  const Visibility visibility = prepare(problem).visibility;
  for (std::size_t t = 0; t < visibility.end.size(); ++t)
    if (visibility.end[t] > static_cast<std::int32_t>(t) + 1) return false;
  return problem.shape.queries == problem.shape.keys;
}

}  // namespace

TEST_CASE("kv cache: shifting cached keys equals rotating them there at once", "[attention][cache]") {
  for (const RotaryPairing pairing : {RotaryPairing::half_split, RotaryPairing::interleaved}) {
    const PositionMethods methods{Rotary{.pairing = pairing, .rotary_dim = 6, .rope_theta = 500, .offset = 2}};
    KvCache shifted = cache_with(methods, {0, 1, 2, 3});
    shifted.shift(1, 40);
    const KvCache placed = cache_with(methods, {0, 41, 42, 43});
    CHECK_CLOSE(shifted.keys(), packed<double>(placed.keys()), 5e-6);
    CHECK(std::vector<double>(shifted.positions().begin(), shifted.positions().end()) ==
          std::vector<double>{0, 41, 42, 43});
    CHECK_CLOSE(shifted.values(), packed<double>(placed.values()), 0);
  }
}

TEST_CASE("kv cache: without a rotation a shift moves positions only", "[attention][cache]") {
  KvCache cache = cache_with({Alibi{}}, {0, 1, 2});
  const auto before = packed<double>(cache.keys());
  cache.shift(0, 5);
  CHECK_CLOSE(cache.keys(), before, 0);
  CHECK(cache.positions()[2] == 7);
}

TEST_CASE("kv cache: evicted tokens are gone, the others keep their positions", "[attention][cache]") {
  KvCache cache = cache_with({Rotary{}}, {0, 1, 2, 3});
  cache.evict(1, 2);
  CHECK(cache.tokens() == 2);
  CHECK(cache.positions()[1] == 3);
  CHECK(cache.values()(0, 1, 0) == 30);
  const KvCache whole = cache_with({Rotary{}}, {0, 1, 2, 3});
  CHECK(cache.keys()(0, 1, 5) == whole.keys()(0, 3, 5));
  cache.reset();
  CHECK(cache.tokens() == 0);
}

TEST_CASE("kv cache: what cannot be is refused", "[attention][cache][errors]") {
  KvCache cache = cache_with({Rotary{}}, {0, 1});
  CHECK_THROWS_AS(cache.evict(1, 2), Error);
  CHECK_THROWS_AS(cache.evict(-1, 1), Error);
  KvCache full(kShape, {}, 1);
  const auto key = filled(8, 0), value = filled(4, 0);
  full.append(key.view(), value.view(), 0, 0);
  CHECK_THROWS_AS(full.append(key.view(), value.view(), 1, 1), Error);
  KvCache xpos = cache_with({Rotary{.xpos_scale_base = 512}}, {0, 1});
  CHECK_THROWS_AS(xpos.shift(0, 1), Error);
  KvCache grid = cache_with({Rotary{.mrope_section = {2, 2}, .streams = {{0, 1}, {0, 1}}}}, {0, 1});
  CHECK_THROWS_AS(grid.shift(0, 1), Error);
}

TEST_CASE("decode: a step is the last row of prefill, for every method", "[attention][cache]") {
  int decoded = 0;
  for (const test::Case& listed : test::all_cases()) {
    if (!hides_the_future(listed.problem)) continue;
    INFO(listed.name);
    const DecodeResult result = decode(listed.problem);
    const auto reference = run_reference(listed.problem);
    const double tolerance = test::output_tolerance(listed.problem, reference);
    ++decoded;
    if (rotation_depends_on_length(listed.problem.methods)) {
      // A step knows the length so far, not the length to come: only the last one sees what prefill saw.
      for (std::size_t h = 0; h < reference.output.extent(0); ++h)
        for (std::size_t t = reference.output.extent(1) - 1, c = 0; c < reference.output.extent(2); ++c)
          CHECK(std::abs(result.output(h, t, c) - reference.output(h, t, c)) <= tolerance);
      continue;
    }
    CHECK(result.max_difference <= tolerance);
    CHECK_CLOSE(result.output, reference.output, tolerance);
  }
  CHECK(decoded > 30);
}

TEST_CASE("decode: with a scaling by length, a step is the last row of prefill so far", "[attention][cache][rotary]") {
  DescribedProblem problem = test::tensor_problem({2, 1, 9, 9, 8, 4}, 3);
  problem.masks = {CausalMask{}};
  problem.methods = {Rotary{.rope_theta = 50, .scaling = DynamicNtkScaling{.factor = 2, .max_position_embeddings = 4}}};
  const DecodeResult steps = decode(problem);
  CHECK(steps.storage == KeyStorage::unrotated);
  CHECK(steps.max_difference > 0.01);  // early rows of one prefill over all tokens have the base of the full length
  for (std::size_t tokens = 1; tokens <= 9; ++tokens) {
    DescribedProblem part = problem;
    part.methods = {Rotary{std::get<Rotary>(problem.methods[0])}};
    std::get<Rotary>(part.methods[0]).length = static_cast<double>(tokens);
    const auto reference = run_reference(part);
    const double tolerance = test::output_tolerance(part, reference);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t c = 0; c < 4; ++c)
        CHECK(std::abs(steps.output(h, tokens - 1, c) - reference.output(h, tokens - 1, c)) <= tolerance);
  }
}

TEST_CASE("kv cache: keys kept as they were turned under an older base give another score", "[attention][cache]") {
  // d = 4, base 10000, L = 4, factor 2: base(4) = 10000, base(8) = 90000. Key cached at length 4 and position 3, query
  // at position 7 and length 8, both along the second pair.
  const Rotary method{.scaling = DynamicNtkScaling{.factor = 2, .max_position_embeddings = 4}};
  const AttentionShape shape{1, 1, 1, 1, 4, 4};
  const double then = rotary_pairs(method, shape, 4).pairs[1].inv_freq;
  const double now = rotary_pairs(method, shape, 8).pairs[1].inv_freq;
  CHECK(std::abs((7 - 3) * now - 0.01333333333) < 1e-11);
  CHECK(std::abs(7 * now - 3 * then - -0.006666666667) < 1e-11);
  CHECK(rotation_depends_on_length({method}));
  Rotary fixed = method;
  fixed.length = 8;
  CHECK_FALSE(rotation_depends_on_length({fixed}));
}

TEST_CASE("kv cache: shifting does not apply the amplitude of a scaling again", "[attention][cache][rotary]") {
  const PositionMethods methods{
      Rotary{.scaling = YarnScaling{.factor = 8, .original_max_position_embeddings = 64}, .offset = 1}};
  KvCache shifted = cache_with(methods, {0, 1, 2, 3});
  shifted.shift(1, 40);
  const KvCache placed = cache_with(methods, {0, 41, 42, 43});
  CHECK_CLOSE(shifted.keys(), packed<double>(placed.keys()), 1e-5);
}

TEST_CASE("decode: a mask that shows the future is refused", "[attention][cache][errors]") {
  const DescribedProblem open = test::tensor_problem({1, 1, 3, 3, 4, 4}, 1);
  CHECK_THROWS_AS(decode(open), Error);
}

TEST_CASE("decode: the bias of a step counts from the query's own position", "[attention][cache][t5_bias]") {
  // One-sided, query at 4, keys 0 … 4: buckets 4, 3, 2, 1, 0; a query taken for position 0 would give only zeros.
  DescribedProblem problem = test::tensor_problem({1, 1, 5, 5, 2, 2}, 2);
  for (float& number : std::get<TensorInput>(problem.input).query.numbers()) number = 0;
  T5Bias bias{.bidirectional = false};
  bias.table = Tensor<float, 2>({32, 1});
  for (std::size_t bucket = 0; bucket < 32; ++bucket) bias.table(bucket, 0) = static_cast<float>(bucket);
  problem.methods = {bias};
  problem.masks = {CausalMask{}};
  const DecodeResult result = decode(problem);
  for (std::size_t j = 0; j < 5; ++j) CHECK(result.scores(0, 4, j) == static_cast<float>(4 - j));
}

TEST_CASE("decode: left padding is decoded along, and real tokens are compared", "[attention][cache]") {
  DescribedProblem problem = test::layer_problem({2, 1, 6, 6, 8, 8}, 6);
  problem.masks = {CausalMask{}, PaddingMask{{false, false, false, true, true, true}}};
  problem.key_positions = problem.query_positions = positions_by_rule(PositionRule::real_tokens, problem.masks, 6);
  problem = test::with_methods(problem, {Rotary{}, T5Bias{}});
  CHECK(decode(problem).max_difference <= 1e-6);
}
