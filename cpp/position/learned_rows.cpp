#include "position/learned_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

double last_row_asked(const Learned& method, std::span<const double> positions) {
  return *std::ranges::max_element(positions) + method.offset;
}

// Between rows where it is not whole.
void add_at_row(std::vector<RowShare>& shares, double row) {
  const double below = std::floor(row), fraction = row - below;
  const auto first = static_cast<std::size_t>(below);
  shares.push_back({first, 1 - fraction});
  if (fraction != 0) shares.push_back({first + 1, fraction});
}

// alpha u_x + (1 - alpha) u_y with u_k = (E_k - alpha E_0) / (1 - alpha); with x = 0 that is E_y.
void add_hierarchical(std::vector<RowShare>& shares, const Learned& method, double row) {
  const auto rows = static_cast<double>(method.table.extent(0));
  const double coarse = std::floor(row / rows), share = method.alpha / (1 - method.alpha);
  shares.push_back({static_cast<std::size_t>(row - coarse * rows), 1});
  if (coarse == 0) return;
  shares.push_back({static_cast<std::size_t>(coarse), share});
  shares.push_back({0, -share});
}

}  // namespace

void validate_rows(const Learned& method, std::span<const double> positions) {
  const auto rows = static_cast<double>(method.table.extent(0));
  const double limit = method.extension == TableExtension::hierarchical ? rows * rows : rows;
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const double row = positions[t] + method.offset;
    const std::string token = concat("token ", static_cast<int>(t));
    if (row != std::floor(row))
      throw_invalid("method.table", concat("whole-numbered positions, for ", token), text_of(row));
    if (row >= 0 && (row < limit || method.extension == TableExtension::interpolate)) continue;
    throw_invalid("method.table", concat("a row from 0 to ", limit - 1, " of its ", rows, " rows for ", token),
                  concat("row ", row));
  }
  for (std::size_t t = 0; t < method.segments.size(); ++t)
    require_range(concat("method.segments[", static_cast<int>(t), "]"), method.segments[t], 0,
                  static_cast<double>(method.segment_table.extent(0)) - 1);
}

std::vector<std::vector<RowShare>> learned_rows(const Learned& method, std::span<const double> positions) {
  const double last_row = static_cast<double>(method.table.extent(0)) - 1,
               last_asked = last_row_asked(method, positions);
  const double stretch =
      method.extension == TableExtension::interpolate && last_asked > last_row ? last_row / last_asked : 1;
  std::vector<std::vector<RowShare>> rows(positions.size());
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const double row = positions[t] + method.offset;
    if (method.extension == TableExtension::hierarchical)
      add_hierarchical(rows[t], method, row);
    else
      add_at_row(rows[t], row * stretch);
  }
  return rows;
}

Tensor<double, 2> learned_encoding(const Learned& method, std::span<const double> positions) {
  Tensor<double, 2> encoding({positions.size(), method.table.extent(1)});
  const std::vector<std::vector<RowShare>> rows = learned_rows(method, positions);
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t c = 0; c < encoding.extent(1); ++c) {
      for (const RowShare& share : rows[t]) encoding(t, c) += share.share * method.table(share.row, c);
      if (!method.segments.empty())
        encoding(t, c) += method.segment_table(static_cast<std::size_t>(method.segments[t]), c);
    }
  return encoding;
}

}  // namespace posenc
