#include "attention/gated_positions.hpp"

#include <utility>

#include "simd/row_ops.hpp"

namespace posenc {

namespace {

float sigmoid(float score) noexcept {
  return 1 / (1 + exponential(-score));
}

}  // namespace

void prepare_gates(const Head& head) noexcept {
  const Tensor<float, 2>& table = head.plan.gated->table;
  for (std::size_t row = 0; row < table.extent(0); ++row)
    for (std::size_t c = 0; c < table.extent(1); ++c) head.workspace.gate_columns(c, row) = table(row, c);
}

void add_gated_positions(const Head& head, const Panel& panel) noexcept {
  Workspace& workspace = head.workspace;
  multiply_panel(PackedRows{workspace.query_panels.row(panel.slot, 0)}, head.head_dim(),
                 std::as_const(workspace.gate_columns).view(), workspace.gate_scores.view());
  // The panel's queries are scaled already; the other convention takes the scale out again.
  const float factor = head.plan.gated->scaled == CopeScale::all ? 1 : static_cast<float>(1 / head.problem.scale);
  const auto last = static_cast<float>(head.plan.gated->table.extent(0) - 1);
  for (std::size_t r = 0; r < kPanelRows; ++r) {
    const std::size_t i = panel.query(r);
    const float* terms = workspace.gate_scores.row(r);
    float* scores = workspace.score_rows.row(r);
    float position = 0;
    for (std::size_t j = head.keys(); j-- > 0;) {
      if (!head.visibility.sees(i, j)) continue;
      position += sigmoid(scores[j]);
      const float clamped = std::min(position, last);
      const auto below = static_cast<std::size_t>(clamped);
      const std::size_t above = std::min(below + 1, static_cast<std::size_t>(last));
      const float share = clamped - static_cast<float>(below);
      scores[j] += factor * ((1 - share) * terms[below] + share * terms[above]);
    }
  }
}

}  // namespace posenc
