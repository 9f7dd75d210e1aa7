#include "position/relative_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

constexpr double kMaxDifferenceRows = 0x1p22;
constexpr std::size_t kMaxPairs = std::size_t{1} << 26;

bool all_integers(std::span<const double> positions) {
  return std::ranges::all_of(positions, [](double position) { return position == std::floor(position); });
}

RelativePositions by_difference(std::span<const double> query_positions, std::span<const double> key_positions,
                                double smallest, double largest) {
  RelativePositions relative;
  for (double value = smallest; value <= largest; ++value) relative.values.push_back(value);

  // key - query - smallest = (key - lowest key) - (query - lowest key + smallest): both terms are small integers.
  const double lowest_key = *std::ranges::min_element(key_positions);
  DifferenceRows rows;
  rows.contiguous = true;
  for (const double position : query_positions)
    rows.query_rows.push_back(static_cast<std::int32_t>(position - lowest_key + smallest));
  for (std::size_t j = 0; j < key_positions.size(); ++j) {
    rows.key_rows.push_back(static_cast<std::int32_t>(key_positions[j] - lowest_key));
    rows.contiguous = rows.contiguous && rows.key_rows[j] == rows.key_rows[0] + static_cast<std::int32_t>(j);
  }
  relative.rows = std::move(rows);
  return relative;
}

RelativePositions by_pair(std::span<const double> query_positions, std::span<const double> key_positions) {
  const std::size_t pairs = query_positions.size() * key_positions.size();
  if (pairs > kMaxPairs)
    throw Error(
        ErrorCode::too_large,
        concat("query_positions, key_positions: fractional or wide-spread positions need a table of queries * keys"
               " entries; expected at most ",
               static_cast<double>(kMaxPairs), ", got ", static_cast<double>(pairs)));
  RelativePositions relative;
  relative.values.reserve(pairs);
  for (const double query : query_positions)
    for (const double key : key_positions) relative.values.push_back(key - query);
  std::ranges::sort(relative.values);
  relative.values.erase(std::ranges::unique(relative.values).begin(), relative.values.end());

  PairRows rows{Tensor<std::int32_t, 2>({query_positions.size(), key_positions.size()})};
  for (std::size_t i = 0; i < query_positions.size(); ++i)
    for (std::size_t j = 0; j < key_positions.size(); ++j) {
      const double value = key_positions[j] - query_positions[i];
      const auto found = std::ranges::lower_bound(relative.values, value);
      rows.rows(i, j) = static_cast<std::int32_t>(found - relative.values.begin());
    }
  relative.rows = std::move(rows);
  return relative;
}

}  // namespace

RelativePositions relative_positions(std::span<const double> query_positions, std::span<const double> key_positions) {
  const auto [lowest_query, highest_query] = std::ranges::minmax(query_positions);
  const auto [lowest_key, highest_key] = std::ranges::minmax(key_positions);
  const double smallest = lowest_key - highest_query;
  const double largest = highest_key - lowest_query;
  const bool on_grid = all_integers(query_positions) && all_integers(key_positions);
  if (on_grid && largest - smallest < kMaxDifferenceRows)
    return by_difference(query_positions, key_positions, smallest, largest);
  return by_pair(query_positions, key_positions);
}

}  // namespace posenc
