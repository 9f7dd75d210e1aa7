#include "model/length_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "position/lower.hpp"
#include "position/sinusoidal.hpp"
#include "position/t5_buckets.hpp"
#include "position/transformer_xl_rows.hpp"

namespace posenc {

namespace {

std::vector<double> count_up(int tokens) {
  std::vector<double> positions(static_cast<std::size_t>(tokens));
  std::iota(positions.begin(), positions.end(), 0.0);
  return positions;
}

template <class... Kinds>
bool is_one_of(const PositionMethod& method) {
  return (std::holds_alternative<Kinds>(method) || ...);
}

Masks masks_of(ModelKind kind) {
  return kind == ModelKind::decoder ? Masks{CausalMask{}} : Masks{};
}

PositionContext context_of(const ModelConfig& config, const LengthPlan& of, double scale) {
  return {of.shape, config.width, scale, of.positions, of.positions};
}

PositionPlan lowered(const ModelConfig& config, const LengthPlan& of, const QueryScale& query_scale) {
  const PositionContext context = context_of(config, of, of.scale);
  validate(of.methods, context);
  return lower(of.methods, query_scale, context);
}

// Shared tables [rows, width] and split ones [rows, heads * width] stand in the plan by head.
void write_rows(const Tensor<float, 2>& rows, Tensor<float, 3>& table) {
  const std::size_t width = table.extent(2);
  for (std::size_t h = 0; h < table.extent(0); ++h)
    for (std::size_t row = 0; row < table.extent(1); ++row)
      std::copy_n(rows.row(row) + h * width, width, table.row(h, row));
}

// ---------------------------------------------------------------- refresh

template <class Method>
void refresh_slots(const Method&, LengthPlan&) {}

void refresh_slots(const Shaw& method, LengthPlan& of) {
  if (method.with_keys) write_rows(method.keys, of.plan.relative_keys->table);
  if (method.with_values) write_rows(method.values, of.plan.relative_values->table);
}

void refresh_slots(const Deberta& method, LengthPlan& of) {
  if (method.content_to_position) write_rows(method.position_keys, of.plan.relative_keys->table);
  if (method.position_to_content) write_rows(method.position_queries, of.plan.relative_queries->table);
}

void refresh_slots(const TransformerXl& method, LengthPlan& of) {
  std::ranges::copy(method.u.numbers(), of.plan.content_bias->numbers().begin());
  std::ranges::copy(method.v.numbers(), of.plan.relative_key_bias->numbers().begin());
  write_transformer_xl_rows(method, of.waves, of.plan.relative_keys->table);
}

void refresh_slots(const Cope& method, LengthPlan& of) {
  Tensor<float, 2>& table = of.plan.gated->table;
  for (std::size_t row = 0; row < table.extent(0); ++row)
    std::copy_n(method.table.row(row), table.extent(1), table.row(row));
}

void refresh_encoding(LengthPlan& of) {
  Tensor<float, 2>& encoding = *of.plan.input_encoding;
  for (std::size_t t = 0; t < encoding.extent(0); ++t)
    for (std::size_t c = 0; c < encoding.extent(1); ++c) {
      double sum = of.fixed_encoding(t, c);
      for (const auto& [method, rows] : of.learned)
        for (const RowShare& share : rows[t]) sum += share.share * method->table(share.row, c);
      encoding(t, c) = static_cast<float>(sum);
    }
}

// ---------------------------------------------------------------- collect

void add_rows_back(const Tensor<float, 3>& d_table, Tensor<float, 2>& d_rows) {
  const std::size_t width = d_table.extent(2);
  for (std::size_t h = 0; h < d_table.extent(0); ++h)
    for (std::size_t row = 0; row < d_table.extent(1); ++row)
      for (std::size_t c = 0; c < width; ++c) d_rows(row, h * width + c) += d_table(h, row, c);
}

template <class Method>
void collect_tables(const Method&, const LengthPlan&, Method&) {}

void collect_tables(const Learned& method, const LengthPlan& of, Learned& d) {
  const auto found = std::ranges::find(of.learned, &method, [](const auto& entry) { return entry.first; });
  for (std::size_t t = 0; t < of.d_encoding.extent(0); ++t)
    for (const RowShare& share : found->second[t])
      for (std::size_t c = 0; c < of.d_encoding.extent(1); ++c)
        d.table(share.row, c) += static_cast<float>(share.share) * of.d_encoding(t, c);
}

void collect_tables(const Shaw& method, const LengthPlan& of, Shaw& d) {
  if (method.with_keys) add_rows_back(of.slots.relative_keys->table, d.keys);
  if (method.with_values) add_rows_back(of.slots.relative_values->table, d.values);
}

void collect_tables(const Deberta& method, const LengthPlan& of, Deberta& d) {
  if (method.content_to_position) add_rows_back(of.slots.relative_keys->table, d.position_keys);
  if (method.position_to_content) add_rows_back(of.slots.relative_queries->table, d.position_queries);
}

// table(h, row, c) = Σ_w projection(h head_dim + c, w) waves(row, w)
void collect_tables(const TransformerXl&, const LengthPlan& of, TransformerXl& d) {
  const auto add = [](std::span<const float> from, std::span<float> to) {
    for (std::size_t at = 0; at < to.size(); ++at) to[at] += from[at];
  };
  add(of.slots.content_bias->numbers(), d.u.numbers());
  add(of.slots.relative_key_bias->numbers(), d.v.numbers());
  const Tensor<float, 3>& d_table = of.slots.relative_keys->table;
  const std::size_t head_dim = d_table.extent(2);
  for (std::size_t h = 0; h < d_table.extent(0); ++h)
    for (std::size_t row = 0; row < d_table.extent(1); ++row)
      for (std::size_t c = 0; c < head_dim; ++c) {
        const double by = d_table(h, row, c);
        if (by == 0) continue;
        for (std::size_t w = 0; w < of.waves.extent(1); ++w)
          d.projection(h * head_dim + c, w) += static_cast<float>(by * of.waves(row, w));
      }
}

void collect_tables(const Cope&, const LengthPlan& of, Cope& d) {
  const Tensor<float, 2>& d_table = of.slots.gated->table;
  for (std::size_t row = 0; row < d_table.extent(0); ++row)
    for (std::size_t c = 0; c < d_table.extent(1); ++c) d.table(row, c) += d_table(row, c);
}

// Every row of the bias table that something came back to: each(head, row, d_bias).
template <class Each>
void each_bias(const LengthPlan& of, Each each) {
  const Tensor<float, 2>& d_bias = *of.slots.relative_bias;
  for (std::size_t h = 0; h < d_bias.extent(0); ++h)
    for (std::size_t row = 0; row < d_bias.extent(1); ++row)
      if (d_bias(h, row) != 0) each(h, row, d_bias(h, row));
}

void collect_tables(const T5Bias& method, const LengthPlan& of, T5Bias& d) {
  each_bias(of, [&](std::size_t h, std::size_t row, float by) {
    d.table(static_cast<std::size_t>(t5_bucket(method, of.relative.relative[row])), h) += by;
  });
}

// -p ln(1 + a d) or -a d^p
void collect_tables(const Kerple& method, const LengthPlan& of, Kerple& d) {
  each_bias(of, [&](std::size_t h, std::size_t row, double by) {
    const double p = method.p[h], a = method.a[h], distance = std::max(-of.relative.relative[row], 0.0);
    if (distance == 0) return;
    if (method.form == KerpleForm::logarithmic) {
      d.p[h] -= by * std::log1p(a * distance);
      d.a[h] -= by * p * distance / (1 + a * distance);
    } else {
      d.p[h] -= by * a * std::pow(distance, p) * std::log(distance);
      d.a[h] -= by * std::pow(distance, p);
    }
  });
}

// output_bias + Σ_unit output_weight max(0, hidden_weight share + hidden_bias), share = psi(d) / psi(max(threshold, i))
void collect_tables(const Fire& method, const LengthPlan& of, Fire& d) {
  const auto psi = [&](double x) { return std::log(std::abs(method.c * x) + 1); };
  each_bias(of, [&](std::size_t h, std::size_t row, double by) {
    const double share =
        psi(-of.relative.relative[row]) / psi(std::max(of.relative.query_positions[row], method.threshold));
    d.output_bias[h] += by;
    for (std::size_t unit = 0; unit < method.hidden_weight.size(); ++unit) {
      const double hidden = method.hidden_weight[unit] * share + method.hidden_bias[unit];
      if (hidden <= 0) continue;
      const double by_unit = by * method.output_weight(h, unit);
      d.output_weight(h, unit) += static_cast<float>(by * hidden);
      d.hidden_weight[unit] += by_unit * share;
      d.hidden_bias[unit] += by_unit;
    }
  });
}

// ---------------------------------------------------------------- gradients' views

template <class Table>
auto view_of(std::optional<Table>& table) {
  return table ? table->view() : decltype(table->view()){};
}
TensorView<float, 3> view_of(std::optional<RelativeVectors>& vectors) {
  return vectors ? vectors->table.view() : TensorView<float, 3>{};
}

// Biases of fixed methods are no parameters.
AttentionGradients views_of(PositionPlan& slots, const PositionMethods& methods) {
  AttentionGradients views{};
  views.content_bias = view_of(slots.content_bias);
  if (std::ranges::any_of(methods, is_one_of<T5Bias, Kerple, Fire>)) views.relative_bias = view_of(slots.relative_bias);
  views.relative_keys = view_of(slots.relative_keys);
  views.relative_key_bias = view_of(slots.relative_key_bias);
  views.relative_queries = view_of(slots.relative_queries);
  views.relative_values = view_of(slots.relative_values);
  if (slots.gated) views.gated = slots.gated->table.view();
  return views;
}

void clear(auto view) {
  if (!view.empty()) std::fill_n(view.data(), view.extent(0) * view.stride(0), 0.0f);
}

}  // namespace

LengthPlan::LengthPlan(const ModelConfig& config, const PositionMethods& methods_, const QueryScale& query_scale,
                       int tokens)
    : methods(methods_),
      shape(config.shape(tokens)),
      positions(count_up(tokens)),
      scale(default_scale(methods_, shape)),
      visibility(posenc::lower(masks_of(config.kind), positions, positions)),
      plan(lowered(config, *this, query_scale)),
      workspace(shape, plan),
      slots(plan),
      gradients(views_of(slots, methods)) {
  const PositionContext context = context_of(config, *this, scale);
  bool by_pair = false;
  for (const PositionMethod& method : methods)
    if (auto term = bias_term(method, context)) {
      by_pair = by_pair || term->needs_query_position;
      biases.push_back(std::move(*term));
    }
  if (plan.relative_rows)
    relative = by_pair ? pair_positions(positions, positions) : relative_positions(positions, positions);
  if (plan.input_encoding) fixed_encoding = Tensor<double, 2>(plan.input_encoding->extents());
  for (const PositionMethod& method : methods) {
    if (const auto* xl = std::get_if<TransformerXl>(&method)) waves = transformer_xl_waves(*xl, relative.relative);
    if (const auto* table = std::get_if<Learned>(&method)) learned.emplace_back(table, learned_rows(*table, positions));
    if (const auto* sinusoidal = std::get_if<Sinusoidal>(&method)) {
      const Tensor<double, 2> encoding = sinusoids(positions, config.width, *sinusoidal);
      for (std::size_t at = 0; at < encoding.numbers().size(); ++at)
        fixed_encoding.numbers()[at] += encoding.numbers()[at];
    }
  }
  if (!learned.empty()) d_encoding = Tensor<float, 2>(plan.input_encoding->extents());
}

void LengthPlan::refresh() {
  for (const PositionMethod& method : methods)
    std::visit([&](const auto& kind) { refresh_slots(kind, *this); }, method);
  if (!gradients.relative_bias.empty()) write_biases(biases, relative, *plan.relative_bias);
  if (!learned.empty()) refresh_encoding(*this);
}

void LengthPlan::clear_gradients() {
  clear(gradients.content_bias);
  clear(gradients.relative_bias);
  clear(gradients.relative_keys);
  clear(gradients.relative_key_bias);
  clear(gradients.relative_queries);
  clear(gradients.relative_values);
  clear(gradients.gated);
  std::ranges::fill(d_encoding.numbers(), 0.0f);
}

void LengthPlan::collect(PositionMethods& d_methods) const {
  for (std::size_t index = 0; index < methods.size(); ++index)
    std::visit(
        [&](const auto& method) {
          collect_tables(method, *this, std::get<std::decay_t<decltype(method)>>(d_methods[index]));
        },
        methods[index]);
}

}  // namespace posenc
