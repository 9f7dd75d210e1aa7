#include "attention/backward_terms.hpp"

#include <utility>

#include "attention/panel_scores.hpp"
#include "simd/row_ops.hpp"

namespace posenc {

namespace {

// to += factor * from
void add_scaled(float* to, const float* from, std::size_t length, float factor) noexcept {
  for (std::size_t c = 0; c < length; ++c) to[c] += factor * from[c];
}

float dot(const float* a, const float* b, std::size_t length) noexcept {
  float sum = 0;
  for (std::size_t c = 0; c < length; ++c) sum += a[c] * b[c];
  return sum;
}

}  // namespace

void multiply_value_vectors(const BackwardHead& backward, const Panel& panel) noexcept {
  const auto& values = backward.head.plan.relative_values;
  if (!values) return;
  const std::size_t width = backward.head.value_dim();
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t row = BackwardHead::row_of(panel, r);
    for (std::size_t relative = 0; relative < values->table.extent(1); ++relative)
      backward.workspace.d_output_terms(row, relative) =
          dot(backward.workspace.d_output_rows.row(row), values->table.row(0, relative), width);
  }
}

void add_value_vectors(const BackwardHead& backward, const Panel& panel, std::size_t r, const Span& span,
                       const float* weights, float* d_weights) noexcept {
  const Head& head = backward.head;
  const auto& values = head.plan.relative_values;
  if (!values) return;
  const std::size_t row = BackwardHead::row_of(panel, r), i = panel.query(r);
  const TensorView<float, 3>& d_table = backward.gradients.relative_values;
  for (std::size_t j = 0; j < span.length; ++j) {
    const std::int32_t table_row = values->row_of[relative_row(*head.plan.relative_rows, i, span.first + j)];
    if (table_row < 0) continue;
    d_weights[j] += backward.workspace.d_output_terms(row, table_row);
    if (!d_table.empty() && weights[j] != 0)
      add_scaled(d_table.row(0, table_row), backward.workspace.d_output_rows.row(row), head.value_dim(), weights[j]);
  }
}

void collect_bias(const BackwardHead& backward, const Panel& panel, std::size_t r, const Span& span,
                  const float* d_scores) noexcept {
  const Head& head = backward.head;
  if (!head.plan.relative_bias || backward.gradients.relative_bias.empty()) return;
  float* d_table = backward.gradients.relative_bias.row(head.index);
  if (panel.first_rows) {
    add_rows(d_table + (*panel.first_rows)[r] + span.first, span.length, d_scores);
    return;
  }
  for (std::size_t j = 0; j < span.length; ++j)
    d_table[relative_row(*head.plan.relative_rows, panel.query(r), span.first + j)] += d_scores[j];
}

void collect_vectors(const BackwardHead& backward, const Panel& panel, std::size_t r, const Span& span,
                     const float* d_scores) noexcept {
  const Head& head = backward.head;
  const auto& keys = head.plan.relative_keys;
  const auto& queries = head.plan.relative_queries;
  if (!keys && !queries) return;
  const std::size_t width = head.head_dim(), i = panel.query(r), row = BackwardHead::row_of(panel, r);
  const auto scale = static_cast<float>(head.problem.scale);
  BackwardWorkspace& workspace = backward.workspace;
  // q with the relative key bias stands interleaved in its panel.
  const float* position_query = keys ? workspace.forward.position_query_panels.row(panel.slot, 0) + r : nullptr;
  for (std::size_t j = 0; j < span.length; ++j) {
    const float d = d_scores[j];
    if (d == 0) continue;
    const std::size_t relative = relative_row(*head.plan.relative_rows, i, span.first + j);
    if (keys && keys->row_of[relative] >= 0) {
      const auto table_row = static_cast<std::size_t>(keys->row_of[relative]);
      const std::size_t slice = keys->head(head.index);
      add_scaled(workspace.d_position_query_rows.row(row), keys->table.row(slice, table_row), width, d);
      if (!backward.gradients.relative_keys.empty()) {
        float* d_row = backward.gradients.relative_keys.row(slice, table_row);
        for (std::size_t c = 0; c < width; ++c) d_row[c] += d * position_query[c * kPanelRows];
      }
    }
    if (queries && queries->row_of[relative] >= 0) {
      const auto table_row = static_cast<std::size_t>(queries->row_of[relative]);
      const std::size_t slice = queries->head(head.index);
      add_scaled(workspace.d_key_rows.row(span.first + j), queries->table.row(slice, table_row), width, scale * d);
      if (!backward.gradients.relative_queries.empty())
        add_scaled(backward.gradients.relative_queries.row(slice, table_row), workspace.key_rows.row(span.first + j),
                   width, scale * d);
    }
  }
}

void go_back_through_gates(const BackwardHead& backward, const Panel& panel) noexcept {
  const Head& head = backward.head;
  Workspace& forward = backward.workspace.forward;
  const GatedPositions& gated = *head.plan.gated;
  keep_score_rows(head, panel);  // the products again, without the gated terms
  multiply_panel(PackedRows{forward.query_panels.row(panel.slot, 0)}, head.head_dim(),
                 std::as_const(forward.gate_columns).view(), forward.gate_scores.view());
  const float factor = gated.scaled == CopeScale::all ? 1 : static_cast<float>(1 / head.problem.scale);
  const auto last = static_cast<float>(gated.table.extent(0) - 1);
  for (std::size_t r = 0; r < panel.count; ++r) {
    const std::size_t i = panel.query(r), row = BackwardHead::row_of(panel, r);
    const float *products = forward.score_rows.row(r), *terms = forward.gate_scores.row(r);
    float* d_scores = backward.workspace.d_score_rows.row(r);
    const auto collect = [&](std::size_t table_row, float d) {
      add_scaled(backward.workspace.d_query_rows.row(row), gated.table.row(table_row), head.head_dim(), d);
      if (backward.gradients.gated.empty()) return;
      add_scaled(backward.gradients.gated.row(table_row), backward.workspace.query_rows.row(row), head.head_dim(), d);
    };
    // Positions by the gates, from the last key back; then the gradients of the gates, which later keys share.
    const auto gate = [&](std::size_t j) { return 1 / (1 + exponential(-products[j])); };
    float all = 0;
    for (std::size_t j = 0; j < head.keys(); ++j)
      if (head.visibility.sees(i, j)) all += gate(j);
    float position = all, d_gates = 0;
    for (std::size_t j = 0; j < head.keys(); ++j) {
      if (!head.visibility.sees(i, j)) continue;
      const float g = gate(j), clamped = std::min(position, last), d = factor * d_scores[j];
      const auto below = static_cast<std::size_t>(clamped);
      const std::size_t above = std::min(below + 1, static_cast<std::size_t>(last));
      const float share = clamped - static_cast<float>(below);
      collect(below, (1 - share) * d);
      collect(above, share * d);
      if (position < last) d_gates += d * (terms[above] - terms[below]);
      d_scores[j] += d_gates * g * (1 - g);
      position -= g;
    }
  }
}

}  // namespace posenc
