#include "attention/panel.hpp"

namespace posenc {

namespace {

std::optional<std::array<std::size_t, kPanelRows>> first_rows_of(const Head& head, const Panel& panel) noexcept {
  if (!head.plan.relative_rows) return std::nullopt;
  const auto* difference = std::get_if<DifferenceRows>(&*head.plan.relative_rows);
  if (!difference || !difference->contiguous) return std::nullopt;
  std::array<std::size_t, kPanelRows> rows{};
  for (std::size_t r = 0; r < kPanelRows; ++r)
    rows[r] = static_cast<std::size_t>(difference->key_rows[0] - difference->query_rows[panel.query(r)]);
  return rows;
}

}  // namespace

Panel panel_at(const Head& head, std::size_t slot, std::size_t first) noexcept {
  Panel panel{slot, first, std::min(kPanelRows, head.queries() - first)};
  std::int32_t begin = std::numeric_limits<std::int32_t>::max(), end = 0;
  for (std::size_t i = first; i < first + panel.count; ++i) {
    if (head.visibility.begin[i] >= head.visibility.end[i]) continue;
    begin = std::min(begin, head.visibility.begin[i]);
    end = std::max(end, head.visibility.end[i]);
  }
  panel.begin_key = end == 0 ? 0 : static_cast<std::size_t>(begin);
  panel.end_key = static_cast<std::size_t>(end);
  panel.first_rows = first_rows_of(head, panel);
  return panel;
}

}  // namespace posenc
