#include "position/learned_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

double last_row_asked(const Learned& method, std::span<const double> positions) {
  return *std::ranges::max_element(positions) + method.offset;
}

// Row of the table, in double, between rows where it is not whole.
double at_row(const Learned& method, double row, std::size_t column) {
  const double below = std::floor(row);
  const auto first = static_cast<std::size_t>(below);
  const double low = method.table(first, column);
  if (row == below) return low;
  return low + (row - below) * (static_cast<double>(method.table(first + 1, column)) - low);
}

double hierarchical(const Learned& method, double row, std::size_t column) {
  const auto rows = static_cast<double>(method.table.extent(0));
  const double start = method.table(0, column);
  const auto base = [&](double index) {
    return (static_cast<double>(method.table(static_cast<std::size_t>(index), column)) - method.alpha * start) /
           (1 - method.alpha);
  };
  const double coarse = std::floor(row / rows);
  return method.alpha * base(coarse) + (1 - method.alpha) * base(row - coarse * rows);
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

Tensor<double, 2> learned_encoding(const Learned& method, std::span<const double> positions) {
  Tensor<double, 2> encoding({positions.size(), method.table.extent(1)});
  const double last_row = static_cast<double>(method.table.extent(0)) - 1,
               last_asked = last_row_asked(method, positions);
  const double stretch =
      method.extension == TableExtension::interpolate && last_asked > last_row ? last_row / last_asked : 1;
  for (std::size_t t = 0; t < positions.size(); ++t)
    for (std::size_t c = 0; c < encoding.extent(1); ++c) {
      const double row = positions[t] + method.offset;
      encoding(t, c) = method.extension == TableExtension::hierarchical ? hierarchical(method, row, c)
                                                                        : at_row(method, row * stretch, c);
      if (!method.segments.empty())
        encoding(t, c) += method.segment_table(static_cast<std::size_t>(method.segments[t]), c);
    }
  return encoding;
}

}  // namespace posenc
