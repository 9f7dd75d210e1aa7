// Gradients against central differences of the double reference, along random directions: the product of the gradient
// with a direction must be the slope of the loss Σ weight output along it. A table of the plan follows from learned
// parameters by a linear map, so the plan's change is the difference of two lowered plans.
#include "attention/backward.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>

#include "base/random.hpp"
#include "position/lower.hpp"
#include "support/cases.hpp"
#include "support/close.hpp"

using namespace posenc;

namespace {

constexpr double kStep = 0x1p-20;

// Multiples of the step, so that a step in float is exact.
void quantise(std::span<float> numbers) {
  for (float& number : numbers) number = static_cast<float>(std::round(number / kStep) * kStep);
}

void move(std::span<float> numbers, double by, std::uint64_t seed) {
  Random random(seed);
  for (float& number : numbers) number += static_cast<float>(random.uniform() < 0.5 ? -by : by);
}

// Every learned table of a method.
std::vector<std::span<float>> tables_of(PositionMethod& method) {
  if (auto* t5 = std::get_if<T5Bias>(&method)) return {t5->table.numbers()};
  if (auto* shaw = std::get_if<Shaw>(&method)) return {shaw->keys.numbers(), shaw->values.numbers()};
  if (auto* xl = std::get_if<TransformerXl>(&method))
    return {xl->u.numbers(), xl->v.numbers(), xl->projection.numbers()};
  if (auto* deberta = std::get_if<Deberta>(&method))
    return {deberta->position_keys.numbers(), deberta->position_queries.numbers()};
  if (auto* cope = std::get_if<Cope>(&method)) return {cope->table.numbers()};
  return {};
}

struct Gradients {
  Tensor<float, 3> query, key, value;
  PositionPlan plan;  // its tables hold their gradients
};

template <class Slot>
auto zeros_of(Slot& slot) {
  std::ranges::fill(slot.numbers(), 0.0f);
  return slot.view();
}

Gradients gradients_of(const DescribedProblem& problem, const Tensor<float, 3>& d_output) {
  const PreparedProblem prepared = prepare(problem);
  const auto& [input, tokens, plan, visibility] = prepared;
  const AttentionProblem attention{problem.shape,       tokens.query.view(),     tokens.key.view(),
                                   tokens.value.view(), problem.query_positions, problem.key_positions,
                                   problem.scale,       problem.softcap};
  const auto heads = static_cast<std::size_t>(problem.shape.heads);
  const auto queries = static_cast<std::size_t>(problem.shape.queries);
  Tensor<float, 3> output(d_output.extents());
  Tensor<float, 2> log_sum_exp({heads, queries});
  BackwardWorkspace workspace(problem.shape, plan);
  attention_tiled(attention, plan, visibility, workspace.forward, {output.view(), {}, {}, log_sum_exp.view()});
  Gradients gradients{Tensor<float, 3>(tokens.query.extents()), Tensor<float, 3>(tokens.key.extents()),
                      Tensor<float, 3>(tokens.value.extents()), plan};
  AttentionGradients views{
      gradients.query.view(), gradients.key.view(), gradients.value.view(), {}, {}, {}, {}, {}, {}, {}};
  PositionPlan& slots = gradients.plan;
  if (slots.content_bias) views.content_bias = zeros_of(*slots.content_bias);
  if (slots.relative_bias) views.relative_bias = zeros_of(*slots.relative_bias);
  if (slots.relative_keys) views.relative_keys = zeros_of(slots.relative_keys->table);
  if (slots.relative_key_bias) views.relative_key_bias = zeros_of(*slots.relative_key_bias);
  if (slots.relative_queries) views.relative_queries = zeros_of(slots.relative_queries->table);
  if (slots.relative_values) views.relative_values = zeros_of(slots.relative_values->table);
  if (slots.gated) views.gated = zeros_of(slots.gated->table);
  attention_backward(attention, plan, visibility, {std::as_const(output).view(), std::as_const(log_sum_exp).view()},
                     d_output.view(), workspace, views);
  return gradients;
}

double loss(const DescribedProblem& problem, const Tensor<float, 3>& d_output) {
  const auto output = run_reference(problem).output;
  double sum = 0;
  for (std::size_t h = 0; h < output.extent(0); ++h)
    for (std::size_t i = 0; i < output.extent(1); ++i)
      for (std::size_t c = 0; c < output.extent(2); ++c) sum += output(h, i, c) * d_output(h, i, c);
  return sum;
}

// Σ gradient * direction and Σ |gradient * direction|.
struct Slope {
  double sum = 0, size = 0;
  void add(double gradient, double direction) {
    sum += gradient * direction;
    size += std::abs(gradient * direction);
  }
};

template <class Table>
void add_change(Slope& slope, const Table& gradient, const Table& before, const Table& after) {
  for (std::size_t at = 0; at < gradient.numbers().size(); ++at)
    slope.add(gradient.numbers()[at], static_cast<double>(after.numbers()[at]) - before.numbers()[at]);
}

Slope slope_of_plan(const PositionPlan& gradient, const PositionPlan& before, const PositionPlan& after) {
  Slope slope;
  if (gradient.content_bias) add_change(slope, *gradient.content_bias, *before.content_bias, *after.content_bias);
  if (gradient.relative_bias) add_change(slope, *gradient.relative_bias, *before.relative_bias, *after.relative_bias);
  if (gradient.relative_keys)
    add_change(slope, gradient.relative_keys->table, before.relative_keys->table, after.relative_keys->table);
  if (gradient.relative_key_bias)
    add_change(slope, *gradient.relative_key_bias, *before.relative_key_bias, *after.relative_key_bias);
  if (gradient.relative_queries)
    add_change(slope, gradient.relative_queries->table, before.relative_queries->table, after.relative_queries->table);
  if (gradient.relative_values)
    add_change(slope, gradient.relative_values->table, before.relative_values->table, after.relative_values->table);
  if (gradient.gated) add_change(slope, gradient.gated->table, before.gated->table, after.gated->table);
  return slope;
}

double measured(const DescribedProblem& problem, const Tensor<float, 3>& d_output,
                const std::function<void(DescribedProblem&, double)>& move_by) {
  DescribedProblem up = problem, down = problem;
  move_by(up, kStep);
  move_by(down, -kStep);
  return (loss(up, d_output) - loss(down, d_output)) / (2 * kStep);
}

// Float sums of this many terms, and the rounding of the losses. Positions that gates count are sums of up to 131 of
// them themselves, and pick their rows by it (CoPE; it has kinks as well, which so small a step seldom meets).
void check_slope(const Slope& slope, double expected, double share) {
  INFO("gradient " << slope.sum << ", central difference " << expected << ", Σ |terms| " << slope.size);
  CHECK(slope.size > 0);
  CHECK(std::abs(slope.sum - expected) <= share * slope.size + 1e-5);
}

void check_gradients(DescribedProblem problem) {
  auto& input = std::get<TensorInput>(problem.input);
  for (Tensor<float, 3>* tensor : {&input.query, &input.key, &input.value}) quantise(tensor->numbers());
  for (PositionMethod& method : problem.methods)
    for (const std::span<float> table : tables_of(method)) quantise(table);
  const auto& shape = problem.shape;
  Tensor<float, 3> d_output({static_cast<std::size_t>(shape.heads), static_cast<std::size_t>(shape.queries),
                             static_cast<std::size_t>(shape.value_dim)});
  Random random(77);
  for (float& number : d_output.numbers()) number = static_cast<float>(random.uniform(-1, 1));
  const Gradients gradients = gradients_of(problem, d_output);
  const double share = gradients.plan.gated ? 1e-5 : 2e-6;

  const auto check_tensor = [&](const char* name, Tensor<float, 3> TensorInput::* tensor,
                                const Tensor<float, 3>& gradient) {
    INFO("d_" << name);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Tensor<float, 3> direction(gradient.extents());
      move(direction.numbers(), 1, seed);
      Slope slope;
      for (std::size_t at = 0; at < direction.numbers().size(); ++at)
        slope.add(gradient.numbers()[at], direction.numbers()[at]);
      const double expected = measured(problem, d_output, [&](DescribedProblem& moved, double by) {
        move((std::get<TensorInput>(moved.input).*tensor).numbers(), by, seed);
      });
      check_slope(slope, expected, share);
    }
  };
  check_tensor("query", &TensorInput::query, gradients.query);
  check_tensor("key", &TensorInput::key, gradients.key);
  check_tensor("value", &TensorInput::value, gradients.value);

  for (std::size_t index = 0; index < problem.methods.size(); ++index) {
    const std::size_t tables = tables_of(problem.methods[index]).size();
    for (std::size_t table = 0; table < tables; ++table) {
      INFO("table " << table << " of " << kind_of(problem.methods[index]));
      const auto move_by = [&](DescribedProblem& moved, double by) {
        move(tables_of(moved.methods[index])[table], by, 5 + table);
      };
      DescribedProblem moved = problem;
      move_by(moved, 1);
      const PositionPlan before = lower(problem.methods, problem.query_scale, problem.context());
      const PositionPlan after = lower(moved.methods, moved.query_scale, moved.context());
      check_slope(slope_of_plan(gradients.plan, before, after), measured(problem, d_output, move_by), share);
    }
  }
}

DescribedProblem problem_of(const PositionMethods& methods, const test::Sizes& sizes, const Masks& masks) {
  DescribedProblem problem = test::with_methods(test::tensor_problem(sizes, 4), methods);
  problem.masks = masks;
  return problem;
}

const test::Sizes kSmall{.heads = 4, .kv_heads = 2, .queries = 7, .keys = 7, .head_dim = 6, .value_dim = 5};
const test::Sizes kLong{.heads = 2, .kv_heads = 1, .queries = 70, .keys = 131, .head_dim = 10, .value_dim = 18};

}  // namespace

TEST_CASE("backward: gradients of q, k and v agree with central differences", "[attention][backward]") {
  for (const test::Sizes& sizes : {kSmall, kLong})
    for (const Masks& masks : {Masks{}, Masks{CausalMask{}}, Masks{SlidingWindowMask{3}}})
      check_gradients(problem_of({}, sizes, masks));
  BitMask holes{7, 7, {}};
  Random random(3);
  for (int at = 0; at < 49; ++at) holes.visible.push_back(at >= 7 && random.uniform() < 0.5);
  check_gradients(problem_of({}, kSmall, {holes}));
}

TEST_CASE("backward: gradients of every learned table agree with central differences", "[attention][backward]") {
  const std::vector<PositionMethods> list{
      {Rotary{.pairing = RotaryPairing::interleaved, .rotary_dim = 4}},
      {Rotary{.scaling = YarnScaling{.factor = 4, .original_max_position_embeddings = 8}}},
      {Rotary{.xpos_scale_base = 64}},
      {Alibi{}},
      {T5Bias{.relative_attention_num_buckets = 8, .relative_attention_max_distance = 20}},
      {Shaw{.max_relative_position = 3}},
      {Shaw{.max_relative_position = 2, .beyond = BeyondClip::zero}},
      {TransformerXl{}},
      {Deberta{.max_relative_positions = 6}},
      {Cope{.positions = 3}},
      {Cope{.positions = 40, .scaled = CopeScale::content}},
      {Rotary{}, T5Bias{.relative_attention_num_buckets = 8}, Alibi{}}};
  for (const PositionMethods& methods : list)
    for (const Masks& masks : {Masks{}, Masks{CausalMask{}}}) {
      INFO(kind_of(methods[0]) << (masks.empty() ? "" : ", causal"));
      check_gradients(problem_of(methods, kSmall, masks));
      if (methods.size() > 1 || kind_of(methods[0]) != "deberta") check_gradients(problem_of(methods, kLong, masks));
    }
}

TEST_CASE("backward: through the cap, and through query temperatures", "[attention][backward]") {
  DescribedProblem problem = problem_of({T5Bias{.relative_attention_num_buckets = 8}}, kSmall, {CausalMask{}});
  problem.softcap = 2;
  check_gradients(problem);
  problem.softcap = 0;
  problem.query_scale = LogNScale{3};
  check_gradients(problem);
}

TEST_CASE("backward: what a mask hides gets no gradient", "[attention][backward]") {
  const DescribedProblem problem =
      problem_of({Rotary{}}, kSmall, {SlidingWindowMask{2}, PaddingMask{{false, true, true, true, true, true, true}}});
  Tensor<float, 3> d_output({4, 7, 5});
  std::ranges::fill(d_output.numbers(), 1.0f);
  const Gradients gradients = gradients_of(problem, d_output);
  for (std::size_t h = 0; h < 4; ++h)
    for (std::size_t c = 0; c < 6; ++c) CHECK(gradients.query(h, 0, c) == 0);  // it sees nothing
  for (std::size_t c = 0; c < 6; ++c) CHECK(gradients.key(0, 0, c) == 0);
  for (std::size_t c = 0; c < 5; ++c) CHECK(gradients.value(0, 0, c) == 0);
}
