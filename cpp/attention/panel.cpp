#include "attention/panel.hpp"

namespace posenc {

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
  return panel;
}

}  // namespace posenc
