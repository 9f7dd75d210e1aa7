#include "position/lower.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "position/bias_terms.hpp"
#include "position/deberta_rows.hpp"
#include "position/learned_rows.hpp"
#include "position/lower_rotation.hpp"
#include "position/relative_rows.hpp"
#include "position/sinusoidal.hpp"
#include "position/transformer_xl_rows.hpp"

namespace posenc {

namespace {

// What the methods of a problem have in common while they are lowered one after the other.
struct Draft {
  const PositionContext& context;
  PositionPlan plan;
  Tensor<double, 2> encoding;  // summed in double, rounded once at the end
  std::vector<BiasTerm> biases;
  RelativePositions relative;  // filled where any relative table is needed
};

bool is_relative(const PositionMethod& method) {
  return std::holds_alternative<Shaw>(method) || std::holds_alternative<TransformerXl>(method) ||
         std::holds_alternative<Deberta>(method);
}

void add_encoding(Draft& draft, Tensor<double, 2> encoding) {
  if (draft.encoding.empty()) {
    draft.encoding = std::move(encoding);
    return;
  }
  for (std::size_t at = 0; at < encoding.numbers().size(); ++at) draft.encoding.numbers()[at] += encoding.numbers()[at];
}

Tensor<float, 3> padded_rows(std::size_t heads, std::size_t rows, std::size_t width) {
  return Tensor<float, 3>({heads, rows, width}, RowPadding::to_64_bytes);
}

// A [rows, width] table that all heads share.
Tensor<float, 3> shared_table(const Tensor<float, 2>& rows) {
  Tensor<float, 3> table = padded_rows(1, rows.extent(0), rows.extent(1));
  for (std::size_t row = 0; row < rows.extent(0); ++row)
    for (std::size_t c = 0; c < rows.extent(1); ++c) table(0, row, c) = rows(row, c);
  return table;
}

// A [rows, heads * width] table, one part per head.
Tensor<float, 3> split_table(const Tensor<float, 2>& rows, std::size_t heads) {
  const std::size_t width = rows.extent(1) / heads;
  Tensor<float, 3> table = padded_rows(heads, rows.extent(0), width);
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t row = 0; row < rows.extent(0); ++row)
      for (std::size_t c = 0; c < width; ++c) table(h, row, c) = rows(row, h * width + c);
  return table;
}

template <class RowOf>
std::vector<std::int32_t> table_rows(const RelativePositions& relative, RowOf row_of) {
  std::vector<std::int32_t> rows;
  for (const double relative_position : relative.relative) rows.push_back(row_of(relative_position));
  return rows;
}

template <class Method>
void lower_method(const Method&, Draft&) {}  // biases and rotations are lowered elsewhere

void lower_method(const Sinusoidal& method, Draft& draft) {
  add_encoding(draft, sinusoids(draft.context.key_positions, draft.context.model_dim, method));
}

void lower_method(const Learned& method, Draft& draft) {
  add_encoding(draft, learned_encoding(method, draft.context.key_positions));
}

void lower_method(const Shaw& method, Draft& draft) {
  const int clip = method.max_relative_position;
  const std::vector<std::int32_t> rows = table_rows(draft.relative, [&](double relative_position) {
    if (method.beyond == BeyondClip::zero && std::abs(relative_position) > clip) return -1;
    return static_cast<int>(std::clamp(relative_position, -1.0 * clip, 1.0 * clip)) + clip;
  });
  if (method.with_keys) draft.plan.relative_keys = RelativeVectors{shared_table(method.keys), rows};
  if (method.with_values) draft.plan.relative_values = RelativeVectors{shared_table(method.values), rows};
}

void lower_method(const TransformerXl& method, Draft& draft) {
  const std::size_t distances = draft.relative.relative.size();
  Tensor<float, 3> table = padded_rows(static_cast<std::size_t>(draft.context.shape.heads), distances,
                                       static_cast<std::size_t>(draft.context.shape.head_dim));
  write_transformer_xl_rows(method, transformer_xl_waves(method, draft.relative.relative), table);
  std::vector<std::int32_t> rows(distances);
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = static_cast<std::int32_t>(row);
  draft.plan.relative_keys = RelativeVectors{std::move(table), std::move(rows)};
  draft.plan.content_bias = method.u;
  draft.plan.relative_key_bias = method.v;
}

void lower_method(const Deberta& method, Draft& draft) {
  const auto heads = static_cast<std::size_t>(draft.context.shape.heads);
  const std::vector<std::int32_t> rows =
      table_rows(draft.relative, [&](double relative_position) { return deberta_row(method, relative_position); });
  if (method.content_to_position)
    draft.plan.relative_keys = RelativeVectors{split_table(method.position_keys, heads), rows};
  if (method.position_to_content)
    draft.plan.relative_queries = RelativeVectors{split_table(method.position_queries, heads), rows};
}

void lower_method(const Cope& method, Draft& draft) {
  Tensor<float, 2> table(method.table.extents(), RowPadding::to_64_bytes);
  for (std::size_t row = 0; row < table.extent(0); ++row)
    for (std::size_t c = 0; c < table.extent(1); ++c) table(row, c) = method.table(row, c);
  draft.plan.gated = GatedPositions{std::move(table), method.scaled};
}

Tensor<float, 2> bias_table(const Draft& draft) {
  Tensor<float, 2> table({static_cast<std::size_t>(draft.context.shape.heads), draft.relative.relative.size()},
                         RowPadding::to_64_bytes);
  write_biases(draft.biases, draft.relative, table);
  return table;
}

}  // namespace

PositionPlan lower(const PositionMethods& methods, const QueryScale& query_scale, const PositionContext& context) {
  Draft draft{context, {}, {}, {}, {}};
  bool relative = false, by_pair = false;
  for (const PositionMethod& method : methods) {
    relative = relative || is_relative(method);
    if (auto term = bias_term(method, context)) {
      by_pair = by_pair || term->needs_query_position;
      draft.biases.push_back(std::move(*term));
    }
  }
  if (relative || !draft.biases.empty())
    draft.relative = by_pair ? pair_positions(context.query_positions, context.key_positions)
                             : relative_positions(context.query_positions, context.key_positions);
  for (const PositionMethod& method : methods) {
    std::visit([&](const auto& kind) { lower_method(kind, draft); }, method);
    if (const auto* rotary = std::get_if<Rotary>(&method)) draft.plan.rotation = lower_rotation(*rotary, context);
  }
  if (!draft.biases.empty()) draft.plan.relative_bias = bias_table(draft);
  if (relative || !draft.biases.empty()) draft.plan.relative_rows = std::move(draft.relative.rows);
  if (!draft.encoding.empty()) draft.plan.input_encoding = packed<float>(draft.encoding);
  if (!std::holds_alternative<NoQueryScale>(query_scale)) {
    const std::vector<double> factors = query_scales(query_scale, context.query_positions);
    draft.plan.query_scale.emplace(factors.begin(), factors.end());
  }
  return std::move(draft.plan);
}

}  // namespace posenc
