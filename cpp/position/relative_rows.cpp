#include "position/relative_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace posenc {

namespace {

constexpr double kMaxDifferenceRows = 0x1p22;
constexpr double kRowsPerToken = 16;
constexpr std::size_t kMaxPairs = std::size_t{1} << 26;

bool all_integers(std::span<const double> positions) {
  return std::ranges::all_of(positions, [](double position) { return position == std::floor(position); });
}

RelativePositions by_difference(std::span<const double> query_positions, std::span<const double> key_positions,
                                double smallest, double largest) {
  RelativePositions relative;
  for (double value = smallest; value <= largest; ++value) relative.relative.push_back(value);

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

void require_few_pairs(std::size_t pairs) {
  if (pairs <= kMaxPairs) return;
  throw Error(ErrorCode::too_large,
              concat("query_positions, key_positions: these need a table of queries * keys entries; expected at most ",
                     static_cast<double>(kMaxPairs), ", got ", static_cast<double>(pairs)));
}

RelativePositions by_pair(std::span<const double> query_positions, std::span<const double> key_positions) {
  const std::size_t pairs = query_positions.size() * key_positions.size();
  require_few_pairs(pairs);
  RelativePositions relative;
  relative.relative.reserve(pairs);
  for (const double query : query_positions)
    for (const double key : key_positions) relative.relative.push_back(key - query);
  std::ranges::sort(relative.relative);
  relative.relative.erase(std::ranges::unique(relative.relative).begin(), relative.relative.end());

  PairRows rows{Tensor<std::int32_t, 2>({query_positions.size(), key_positions.size()})};
  for (std::size_t i = 0; i < query_positions.size(); ++i)
    for (std::size_t j = 0; j < key_positions.size(); ++j) {
      const double value = key_positions[j] - query_positions[i];
      const auto found = std::ranges::lower_bound(relative.relative, value);
      rows.rows(i, j) = static_cast<std::int32_t>(found - relative.relative.begin());
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
  // A few tokens far apart must not cost a row for every position between them; many tokens may not have a row per
  // pair.
  const double tokens = static_cast<double>(query_positions.size() + key_positions.size());
  const bool many = query_positions.size() * key_positions.size() > kMaxPairs;
  if (on_grid && largest - smallest < (many ? kMaxDifferenceRows : kRowsPerToken * tokens))
    return by_difference(query_positions, key_positions, smallest, largest);
  return by_pair(query_positions, key_positions);
}

RelativePositions pair_positions(std::span<const double> query_positions, std::span<const double> key_positions) {
  require_few_pairs(query_positions.size() * key_positions.size());
  RelativePositions relative;
  PairRows rows{Tensor<std::int32_t, 2>({query_positions.size(), key_positions.size()})};
  for (std::size_t i = 0; i < query_positions.size(); ++i)
    for (std::size_t j = 0; j < key_positions.size(); ++j) {
      rows.rows(i, j) = static_cast<std::int32_t>(relative.relative.size());
      relative.relative.push_back(key_positions[j] - query_positions[i]);
      relative.query_positions.push_back(query_positions[i]);
    }
  relative.rows = std::move(rows);
  return relative;
}

}  // namespace posenc
